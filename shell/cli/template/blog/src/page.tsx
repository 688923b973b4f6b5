import {
  Heading,
  Link,
  PageText,
  Route,
  Routes,
  styled,
  Text,
  Title,
  tokens,
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
    <Stack>
      <Title>
        <Text path="{{name}}.title" />
      </Title>
      {usePages().map(({ path, title, description, date }) => (
        <article key={path}>
          <Heading>
            <PostLink to={path}>{title}</PostLink>
          </Heading>
          <p>
            <time dateTime={date}>{date}</time> {description}
          </p>
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

const PostLink = styled(Link)`
  color: ${tokens.accent};
`;
