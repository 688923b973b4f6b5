import {
  Button,
  changeInView,
  HintRegion,
  isMotionWelcome,
  type Language,
  type LiveRelease,
  pickLanguage,
  ResourceBase,
  readLiveKey,
  reloadTexts,
  SectionPages,
  type Settings,
  setTheme,
  showChosenTheme,
  startTexts,
  startTheme,
  switchLanguage,
  TextReleases,
  type Theme,
  themes,
  useLiveReleases,
  useSettings,
} from '@portfolio/kit';
import { type PropsWithChildren, useState } from 'react';

const themeOf = (settings: Settings): Theme => settings.theme;

export function ThemesAndLanguages() {
  const theme = useSettings(themeOf);
  const other = themes.find((each) => each !== theme) ?? theme;
  const speak = (language: Language) => switchLanguage(language).catch(console.warn);
  return (
    <>
      <Button type="button" onClick={() => setTheme(other)}>
        {other}
      </Button>{' '}
      <Button type="button" onClick={() => speak('en')}>
        English
      </Button>{' '}
      <Button type="button" lang="de" onClick={() => speak('de')}>
        Deutsch
      </Button>
    </>
  );
}

export function ChangesInView() {
  const [count, setCount] = useState(0);
  const add = () => changeInView('picture', () => setCount(count + 1));
  return (
    <Button type="button" onClick={add}>
      {count} {isMotionWelcome() ? '~' : '='}
    </Button>
  );
}

const named = ({ name, id }: LiveRelease) => `${name}@${id.slice(0, 6)}`;

export function Releases() {
  const [element, releases] = useLiveReleases();
  return <code ref={element}>{releases.map(named).join(' ')}</code>;
}

/** What the shell does before it shows a page. */
export async function startSite(): Promise<string | null> {
  startTheme();
  await startTexts(new TextReleases());
  return readLiveKey(pickLanguage());
}

/** What the shell does when storage or texts were changed elsewhere. */
export async function refresh(): Promise<void> {
  showChosenTheme();
  await reloadTexts();
}

/** What the shell puts around a section. */
export const around = ({ children }: PropsWithChildren) => (
  <ResourceBase value="/releases/blog/3f2a/">
    <SectionPages value={{ base: '/releases/blog/3f2a/', pages: [] }}>{children}</SectionPages>
    <HintRegion />
  </ResourceBase>
);
