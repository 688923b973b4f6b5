import { defaultLanguage, type TextTree } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { LoadedRelease } from '@portfolio/releases/store/release-cache.ts';

/** The owner as in `shell/kit/owner.json`, which is checked when a shell is deployed. */
export interface KnownOwner {
  name: string;
  email: string;
  language: string;
  timeZone: string;
}

/** The recipient of a mail, with the texts of the live shell; without a shell there are none. */
export type Recipient = Partial<KnownOwner> & { email: string; texts: TextTree };

/** Reads the owner whom a shell names. */
export async function readOwner(shell: LoadedRelease): Promise<KnownOwner> {
  // The decoder drops a byte order mark.
  return JSON.parse(new TextDecoder().decode(await shell.read('owner.json')));
}

/** Whom messages reach; the owner's language may be none of the shell's. */
export async function findRecipient(set: LiveSet | undefined): Promise<Recipient> {
  if (!set) return { email: 'owner@localhost', texts: {} };
  const owner = await readOwner(set.shell);
  const language = set.texts.has(owner.language) ? owner.language : defaultLanguage;
  return { ...owner, language, texts: set.texts.get(language) ?? {} };
}
