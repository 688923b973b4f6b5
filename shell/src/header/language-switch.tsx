import {
  hintSeconds,
  type Language,
  languageName,
  offeredLanguages,
  showHint,
  switchLanguage,
  useSettings,
  useText,
} from '@portfolio/kit';
import { Languages } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { whenReady } from '../start/ready.tsx';
import { hidden, Switch } from './switch.tsx';

/**
 * Switches the language; when its texts cannot be loaded the old one stays and a hint says so. A
 * choice made here outlasts one of the address, which goes.
 */
export function LanguageSwitch() {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const [query, setQuery] = useSearchParams();
  const choose = async (choice: Language) => {
    await whenReady();
    if (query.has('language')) setQuery(withoutLanguage, { replace: true });
    return switchLanguage(choice);
  };
  return (
    <Switch
      label={text('header.language.language')}
      name="language"
      value={language}
      options={offeredLanguages().map((choice) => ({
        choice,
        name: languageName(choice, text),
        hiding: choice !== language && hidden,
      }))}
      onChange={(choice) =>
        choose(choice).catch((error) => {
          console.warn('The language could not be switched', error);
          showHint({
            kind: 'error',
            path: 'notices.languageFailed',
            seconds: hintSeconds.exception,
          });
        })
      }
    >
      <Languages size={16} />
    </Switch>
  );
}

function withoutLanguage(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('language');
  return rest;
}
