import type { LiveSet } from '@portfolio/releases';
import type { TextsByLanguage } from '../locales/held-texts.ts';
import { headElements } from './head-elements.ts';
import { lookUp } from './look-up.ts';
import type { Owner } from './owner.ts';
import type { DocumentRequest } from './render-document.ts';
import { structuredData } from './structured-data.ts';
import { withoutScript } from './without-script.ts';

interface Visit {
  set: LiveSet;
  texts: TextsByLanguage;
  owner: Owner | undefined;
  origin: string;
  /** The page of the site map; none for an unknown path. */
  page: LiveSet['siteMap'][number] | undefined;
  language: string;
  /** The address asks for this very language. */
  isLanguageAsked: boolean;
  nonce: string;
  preview: string | undefined;
}

/** The words of a page in the visitor's language, for the visitor and for who sends them here. */
export function describePage(visit: Visit): DocumentRequest {
  const { set, texts, owner, origin, page, language, isLanguageAsked, nonce, preview } = visit;
  const tree = texts.get(language)?.tree;
  const text = (key: string) => lookUp(tree, key);
  const name = text(page ? `${page.section}.document.title` : 'notFound.title');
  const title = `${name} – ${text('site.title')}`;
  const description = text(page ? `${page.section}.document.description` : 'site.description');
  const meta = headElements({
    origin,
    shellBase: set.shell.base,
    path: page?.path ?? '',
    language,
    languages: [...texts.keys()],
    isLanguageAsked,
    title,
    description,
    siteName: owner?.name ?? text('site.title'),
    card: cardOf(set.shell, language),
    cardWords: text('site.card'),
    isFindable: page !== undefined && preview === undefined,
    data: page && structuredData({ origin, language, texts: tree, owner, page }),
  });
  const section = page?.section;
  const words = withoutScript(texts, owner);
  return { language, nonce, title, description, section, preview, meta, withoutScript: words };
}

/** The card drawn for a language; a shell may have one for all. */
function cardOf({ files }: LiveSet['shell'], language: string): string {
  const own = `resources/social-card-${language}.png`;
  return own in files ? own : 'resources/social-card.png';
}
