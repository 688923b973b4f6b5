import { pageName, pageTitle, wordsIn } from '@portfolio/contract/pages.ts';
import { type Lookup, lookUp } from '@portfolio/contract/texts.ts';
import type { LoadedRelease } from '@portfolio/releases/live/loaded-release.ts';
import { z } from 'zod';
import type { FormLocals } from '../contact/contact-calls.ts';
import type { Asked } from './asked.ts';
import type { Inline } from './document-headers.ts';
import type { DocumentPage } from './prerendered.ts';

/** A page as one visitor gets it: all that its document is made of. */
export interface Page extends Asked {
  owner: Owner | undefined;
  /** Where the site is reached, such as `https://www.example.com`. */
  origin: string;
  /** What can be read before any script runs, where it was prerendered. */
  prerendered: DocumentPage | undefined;
  /** What became of a message, when the page answers a form that was sent without script. */
  form: FormLocals | undefined;
  /** Looks a text up in the visitor's language. */
  text: Lookup;
  title: string;
  description: string;
  /** Whether search engines may list it: neither unknown paths, nor previews, nor what one visitor gets. */
  isFindable: boolean;
}

/** Finds the words of a page in the visitor's language. */
export function describePage(
  asked: Asked,
  around: Pick<Page, 'owner' | 'origin' | 'prerendered' | 'form'>,
): Page {
  const { set, language, entry, preview, lostShell } = asked;
  const tree = set.texts.get(language);
  const text: Lookup = (path) => lookUp(tree, path);
  return {
    ...asked,
    ...around,
    text,
    title: pageTitle(pageName(entry, text, language), around.owner?.name ?? text('site.title')),
    description: entry?.description
      ? wordsIn(entry.description, language)
      : text(entry ? `${entry.section}.document.description` : 'site.description'),
    isFindable: entry !== undefined && preview === undefined && lostShell === undefined,
  };
}

const ownerSchema = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  gameProfile: z.string(),
  codeProfile: z.string(),
});

/** Whose site it is, as `shell/kit/owner.json` says. */
export type Owner = z.infer<typeof ownerSchema>;

/**
 * What a shell's release brings for the documents made from it: the template, its own scripts and styles as
 * they stand there, and the owner, whom releases from before there was such a file do not name.
 */
export async function partsOf(shell: LoadedRelease) {
  const template = String(await shell.read('document.html'));
  const owner = await shell.read('owner.json');
  return { template, inline: inlineOf(template), owner: owner && readOwner(owner) };
}

const element = /<(script|style)\b([^>]*)>(.*?)<\/\1>/gs;

/** JSON is no script that runs, an import map is; those with an address of their own are empty. */
function inlineOf(template: string): Inline {
  const found = [...template.matchAll(element)].map(([, tag, attributes = '', content = '']) => ({
    tag,
    isData: /\btype="application\/(ld\+)?json"/.test(attributes) || /\ssrc=/.test(attributes),
    content,
  }));
  const of = (wanted: string) =>
    found.filter(({ tag, isData }) => tag === wanted && !isData).map(({ content }) => content);
  return { scripts: of('script'), styles: of('style') };
}

/** Without it a page has no name, but can be read. */
function readOwner(text: Buffer): Owner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return undefined;
  }
}
