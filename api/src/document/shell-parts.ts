import type { LiveRelease } from '@portfolio/releases/live/live-release.ts';
import { z } from 'zod';
import type { Inline } from './document-headers.ts';

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
export async function partsOf(shell: LiveRelease) {
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
    return ownerSchema.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}
