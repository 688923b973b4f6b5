import { defaultLanguage } from '@portfolio/contract/texts.ts';
import type { LoadedRelease } from '@portfolio/releases/store/releases.ts';
import { z } from 'zod';
import type { Inline } from './document-headers.ts';

const ownerSchema = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  // Older shells lack the following fields.
  profiles: z.array(z.object({ url: z.string() })).default([]),
  language: z.string().default(defaultLanguage),
  timeZone: z.string().default('UTC'),
});

/** The owner as in `shell/kit/owner.json`. */
export type KnownOwner = z.infer<typeof ownerSchema>;

/** Reads the shell's template, its inline scripts and styles, and the owner, who is undefined in older releases. */
export async function readShellParts(shell: LoadedRelease) {
  const template = String(await shell.read('document.html'));
  const owner = await shell.read('owner.json');
  return { template, inline: inlineOf(template), owner: owner && readOwner(owner) };
}

const element = /<(script|style)\b([^>]*)>(.*?)<\/\1>/gs;

/** Collects inline styles and scripts, import maps included; JSON is only data. */
function inlineOf(template: string): Inline {
  const inline = { scripts: [] as string[], styles: [] as string[] };
  for (const [, tag, attributes = '', content = ''] of template.matchAll(element)) {
    const isData = /\btype="application\/(ld\+)?json"|\ssrc=/.test(attributes);
    if (!isData) inline[tag === 'script' ? 'scripts' : 'styles'].push(content);
  }
  return inline;
}

/** Returns undefined for an invalid file: pages then have no name, but work. */
function readOwner(text: Buffer): KnownOwner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return undefined;
  }
}
