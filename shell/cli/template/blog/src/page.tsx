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

/** All posts, the newest first. */
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
          <About {...post} />
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
      {post && <About {...post} />}
      <PageText />
    </Stack>
  );
}

/** When a post was written, how long reading it takes, and what it is about. */
function About({ date, minutes, tags }: PageWords) {
  const language = useSettings((settings) => settings.language);
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <Details>
      {date && <time dateTime={date}>{format.format(new Date(date))}</time>}
      {minutes && <Text path="{{name}}.minutes" values={{ minutes: String(minutes) }} />}
      {tags.map((tag) => (
        <span key={tag}>#{tag}</span>
      ))}
    </Details>
  );
}

const Stack = styled.div`
  display: grid;
  gap: 24px;
`;

const Details = styled.p`
  color: ${tokens.textSoft};
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  margin: 4px 0 0;
`;

const PostLink = styled(Link)`
  color: ${tokens.accent};
`;
