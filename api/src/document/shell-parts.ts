import { defaultLanguage } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { LoadedRelease } from '@portfolio/releases/store/releases.ts';
import type { KnownOwner, Recipient } from '../contact/mail.ts';

/** Reads the shell's template, and the owner. */
export async function readShellParts(shell: LoadedRelease) {
  const template = String(await shell.read('document.html'));
  // The decoder drops a byte order mark.
  const owner = new TextDecoder().decode(await shell.read('owner.json'));
  return { template, owner: JSON.parse(owner) as KnownOwner };
}

/** Whom messages reach; the owner's language may be none of the shell's. */
export async function findOwner(set: LiveSet | undefined): Promise<Recipient | undefined> {
  if (!set) return undefined;
  const { owner } = await readShellParts(set.shell);
  const language = set.texts.has(owner.language) ? owner.language : defaultLanguage;
  return { ...owner, language, texts: set.texts.get(language) };
}
