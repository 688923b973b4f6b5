import {
  Button,
  changeInView,
  create,
  dropHint,
  type Hint,
  hasUnsentText,
  hintSeconds,
  isEmail,
  isFaultyEmail,
  isMotionWelcome,
  type LiveRelease,
  lazyPart,
  messageLimits,
  setTheme,
  setUnsentText,
  showHint,
  switchLanguage,
  Text,
  themes,
  useHasUnsentText,
  useLiveReleases,
  useSettings,
  useText,
} from '@portfolio/kit';
import { useState } from 'react';

const kinds: readonly Hint['kind'][] = ['loading', 'success', 'warning', 'error', 'info'];

export function Hints() {
  const show = (kind: Hint['kind']) => {
    const id = showHint({ kind, path: 'kit.example.text', seconds: hintSeconds.success });
    if (kind === 'loading') setTimeout(() => dropHint(id), 2000);
  };
  return kinds.map((kind) => (
    <Button key={kind} type="button" onClick={() => show(kind)}>
      {kind}
    </Button>
  ));
}

const WithoutIt = () => <Text as="p" path="kit.example.text" />;
// In a section: `import('./editor.tsx')`.
const Late = lazyPart(async () => () => <Text as="p" path="kit.example.title" />, WithoutIt);

export function PartsThatComeLate() {
  return <Late />;
}

export function FieldsForAddresses() {
  const text = useText();
  const [email, setEmail] = useState('me@example');
  return (
    <label>
      <Text path="kit.example.email" />{' '}
      <input
        type="email"
        maxLength={messageLimits.email}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        aria-invalid={isFaultyEmail(email)}
        aria-description={isEmail(email) ? text('kit.example.right') : text('kit.example.wrong')}
      />
    </label>
  );
}

export function TextThatIsNotSent() {
  const hasText = useHasUnsentText();
  const change = () => setUnsentText('example', !hasUnsentText());
  return (
    <Button type="button" aria-pressed={hasText} onClick={change}>
      <Text path="kit.example.unsent" />
    </Button>
  );
}

export function ThemesAndLanguages() {
  const { theme, language } = useSettings((settings) => settings);
  const otherTheme = themes.find((each) => each !== theme) ?? theme;
  const otherLanguage = language === 'en' ? 'de' : 'en';
  return (
    <>
      <Button type="button" onClick={() => setTheme(otherTheme)}>
        {otherTheme}
      </Button>
      <Button type="button" onClick={() => switchLanguage(otherLanguage).catch(console.warn)}>
        {otherLanguage}
      </Button>
    </>
  );
}

// As any state that outlives a visit to another page.
const useCount = create(() => ({ count: 0 }));

export function ChangesInView() {
  const { count } = useCount();
  const add = () => changeInView('picture', () => useCount.setState({ count: count + 1 }));
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
