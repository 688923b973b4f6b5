import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LiveSet } from '@portfolio/releases';
import { type Owner, readOwner } from './owner.ts';

/** What the documents of a shell are made of. */
export interface ShellParts {
  template: string;
  owner: Owner | undefined;
}

/** The live shell's document and owner, read once a shell. */
export function holdShell(): (set: LiveSet) => Promise<ShellParts> {
  let held: { version: string; parts: Promise<ShellParts> } | undefined;
  return ({ shell }) => {
    const version = `${shell.id} ${shell.createdAt}`;
    if (held?.version !== version) held = { version, parts: readParts(shell.folder) };
    return held.parts;
  };
}

async function readParts(folder: string): Promise<ShellParts> {
  const [template, owner] = await Promise.all([
    readFile(path.join(folder, 'document.html'), 'utf8'),
    readOwner(folder),
  ]);
  return { template, owner };
}
