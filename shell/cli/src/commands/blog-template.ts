/**
 * What a blog has in place of the one page of a section: a page for each Markdown file, listed by
 * `pages.yaml`. By the file's path.
 */
export function blogFiles(name: string, languages: readonly string[]): Record<string, string> {
  const posts = languages.flatMap((language) =>
    Object.entries(language === 'de' ? german : english).map(([slug, post]) => [
      `posts/${slug}.${language}.md`,
      post(new Date().toISOString().slice(0, 10)),
    ]),
  );
  return { 'pages.yaml': list, 'src/page.tsx': pageSource(name), ...Object.fromEntries(posts) };
}

const list = `# A page for each post: posts/first-post.en.md is /first-post below the section's own page.
/:post: posts
# Pages with components of their own are listed by their words, and have a route in src/page.tsx:
# /about:
#   en: { title: About this blog, description: Who writes here. }
#   de: { title: Über diesen Blog, description: Wer hier schreibt. }
`;

type Posts = Record<string, (date: string) => string>;

const english: Posts = {
  'first-post': (date) => `---
title: The first post
description: What a post is made of.
date: ${date}
---
A post is **Markdown** below a title, a description and a date.

## Links

To [a page of this site](/home), and to [any other](https://example.com).
`,
  'second-post': (date) => `---
title: The second post
description: How to write another one.
date: ${date}
---
Copy a file in \`posts/\`, once for each language. Its name becomes its address.
`,
};

const german: Posts = {
  'first-post': (date) => `---
title: Der erste Beitrag
description: Woraus ein Beitrag besteht.
date: ${date}
---
Ein Beitrag ist **Markdown** unter Titel, Beschreibung und Datum.
`,
  'second-post': (date) => `---
title: Der zweite Beitrag
description: Wie ein weiterer entsteht.
date: ${date}
---
Kopiere eine Datei in \`posts/\`, je Sprache einmal. Aus ihrem Namen wird die Adresse.
`,
};

function pageSource(name: string): string {
  return `import {
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

/** /${name}, and below it a page for each post. */
export default function BlogPage() {
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
        <Text path="${name}.title" />
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
`;
}
