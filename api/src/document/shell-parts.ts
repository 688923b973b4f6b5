import { defaultLanguage } from '@portfolio/contract/texts.ts';
import type { LoadedRelease } from '@portfolio/releases/live/loaded-release.ts';
import { z } from 'zod';
import type { Inline } from './document-headers.ts';

const ownerSchema = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  // A shell from before there were these has none of them.
  profiles: z.array(z.object({ url: z.string() })).default([]),
  language: z.string().default(defaultLanguage),
  timeZone: z.string().default('UTC'),
});

/** Whose site it is, as `shell/kit/owner.json` says. */
export type KnownOwner = z.infer<typeof ownerSchema>;

/**
 * What a shell's release brings for the documents made from it: the template, its own scripts and styles as
 * they stand there, and the owner, whom releases from before there was such a file do not name.
 */
export async function readShellParts(shell: LoadedRelease) {
  const template = String(await shell.read('document.html'));
  const owner = await shell.read('owner.json');
  return { template, inline: inlineOf(template), owner: owner && readOwner(owner) };
}

const element = /<(script|style)\b([^>]*)>(.*?)<\/\1>/gs;

/** JSON is no script that runs, an import map is; those with an address of their own are empty. */
function inlineOf(template: string): Inline {
  const inline = { scripts: [] as string[], styles: [] as string[] };
  for (const [, tag, attributes = '', content = ''] of template.matchAll(element)) {
    const isData = /\btype="application\/(ld\+)?json"|\ssrc=/.test(attributes);
    if (!isData) inline[tag === 'script' ? 'scripts' : 'styles'].push(content);
  }
  return inline;
}

/** Without it a page has no name, but can be read. */
function readOwner(text: Buffer): KnownOwner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return undefined;
  }
}
