import { languages, showHint, switchLanguage, useSettings, useText } from '@portfolio/kit';
import { Languages } from 'lucide-react';
import { Switch } from './switch.tsx';

/** Switches the language; when its texts cannot be loaded the old one stays and a hint says so. */
export function LanguageSwitch() {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  return (
    <Switch
      label={text('header.language.language')}
      value={language}
      options={languages.map((choice) => ({ choice, name: text(`header.language.${choice}`) }))}
      icon={Languages}
      onChange={(choice) =>
        switchLanguage(choice).catch((error) => {
          console.warn('The language could not be switched', error);
          showHint({ kind: 'error', path: 'notices.languageFailed', seconds: 10 });
        })
      }
    />
  );
}
