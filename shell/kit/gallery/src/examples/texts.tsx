import {
  Button,
  Link,
  type Lookup,
  languageName,
  Markdown,
  offeredLanguages,
  PageText,
  type PageWords,
  Text,
  type TextPath,
  usePage,
  usePages,
  useSettings,
  useText,
} from '@portfolio/kit';

export function Texts() {
  return <Text as="p" path="kit.example.greeting" values={{ name: 'Rubin' }} />;
}

export function Markdowns() {
  return <Markdown path="kit.example.markdown" />;
}

const placeholder: TextPath = 'kit.example.title';
const initial = (text: Lookup) => text(placeholder).slice(0, 1);

export function TextsOutsideOfElements() {
  const text = useText();
  return (
    <Button type="button" aria-label={text(placeholder)}>
      {initial(text)}
    </Button>
  );
}

export function Languages() {
  const text = useText();
  const isLoaded = useSettings((settings) => settings.isLanguageLoaded);
  return (
    <ul aria-busy={!isLoaded}>
      {offeredLanguages().map((language) => (
        <li key={language}>{languageName(language, text)}</li>
      ))}
    </ul>
  );
}

const byTitle = (a: PageWords, b: PageWords) => a.title.localeCompare(b.title);

/** With the pages that `pages.yaml` lists; this section has none. */
export function PagesBelow() {
  const isOpen = usePage() !== undefined;
  const pages = usePages().toSorted(byTitle);
  if (isOpen) return <PageText />;
  return (
    <p>
      {pages.length}{' '}
      {pages.map(({ path, title }) => (
        <Link key={path} to={path}>
          {title}
        </Link>
      ))}
    </p>
  );
}
