import {
  Heading,
  Link,
  PageText,
  Route,
  Routes,
  Text,
  Title,
  usePage,
  usePages,
} from '@portfolio/kit';

/** /{{name}}, and below it a page for each post. */
export default function Page() {
  return (
    <Routes>
      <Route index element={<Posts />} />
      <Route path=":post" element={<Post />} />
    </Routes>
  );
}

/** All posts, the newest first. */
function Posts() {
  return (
    <>
      <Title>
        <Text path="{{name}}.title" />
      </Title>
      {usePages().map(({ path, title, description, date }) => (
        <article key={path}>
          <Heading>
            <Link to={path}>{title}</Link>
          </Heading>
          <p>
            <time dateTime={date}>{date}</time> {description}
          </p>
        </article>
      ))}
    </>
  );
}

/** What stands in the Markdown file of a post. */
function Post() {
  return (
    <article>
      <Title>{usePage()?.title}</Title>
      <PageText />
    </article>
  );
}
