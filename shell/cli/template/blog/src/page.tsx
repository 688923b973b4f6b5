import {
  Heading,
  Link,
  PageText,
  type PageWords,
  Route,
  Routes,
  styled,
  Text,
  Title,
  tokens,
  usePage,
  usePages,
  useSettings,
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
      {usePages().map((post) => (
        <article key={post.path}>
          <Heading>
            <PostLink to={post.path}>{post.title}</PostLink>
          </Heading>
          <Written {...post} />
          <p>{post.description}</p>
        </article>
      ))}
    </Stack>
  );
}

/** What stands in the Markdown file of a post. */
function Post() {
  const post = usePage();
  return (
    <Stack as="article">
      <Title>{post?.title}</Title>
      {post && <Written {...post} />}
      <PageText />
    </Stack>
  );
}

/** When a post was written. */
function Written({ date }: PageWords) {
  const language = useSettings((settings) => settings.language);
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return date && <time dateTime={date}>{format.format(new Date(date))}</time>;
}

const Stack = styled.div`
  display: grid;
  gap: 24px;
`;

const PostLink = styled(Link)`
  color: ${tokens.accent};
`;
