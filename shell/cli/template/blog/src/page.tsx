import {
  Heading,
  Link,
  PageText,
  Route,
  Routes,
  styled,
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

/** All posts, the newest first; `minutes` and `tags` of each can be shown as well. */
function Posts() {
  return (
    <Stack>
      <Title>
        <Text path="{{name}}.title" />
      </Title>
      {usePages().map(({ path, title, date, description }) => (
        <article key={path}>
          <Heading>
            <Link to={path}>{title}</Link>
          </Heading>
          <time>{date}</time>
          <p>{description}</p>
        </article>
      ))}
    </Stack>
  );
}

/** What stands in the Markdown file of a post. */
function Post() {
  return (
    <Stack as="article">
      <Title>{usePage()?.title}</Title>
      <PageText />
    </Stack>
  );
}

const Stack = styled.div`
  display: grid;
  gap: 24px;
`;
