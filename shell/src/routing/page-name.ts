import { pageName } from '@portfolio/contract/pages.ts';
import { useSettings, useText } from '@portfolio/kit';
import { useLocation } from 'react-router-dom';
import { sectionLoader } from '../federation/section-loader.ts';

/** The name of the page at the address, in the language of the texts. */
export function usePageName(): string {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  return pageName(sectionLoader.pageAt(useLocation().pathname), text, language);
}
