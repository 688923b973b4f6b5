import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from '@portfolio/cli/build/build.ts';
import { weighScripts } from '@portfolio/cli/checks/check-build.ts';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import { inKilobytes, toTable } from '../report/markdown-table.ts';
import { findSources } from '../variants/sources.ts';

/** What is in the scripts of a first visit, by package, as a deploy says it of a section. */
export async function measureBytes(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-bytes-'));
  try {
    const { shell, sections } = await findSources();
    const { first } = await weigh('shell', shell, folder);
    const { bytes: whole } = first;
    const rows = first.packages.map(([name, bytes]) => [
      name,
      inKilobytes(bytes),
      `${((bytes / whole) * 100).toFixed(1)} %`,
    ]);
    const remotes: string[][] = [];
    for (const [name, source] of sections) {
      const { first } = await weigh(name, source, folder);
      remotes.push([`the section ${name}`, inKilobytes(first.bytes), '']);
    }
    const table = toTable([
      ['in the first load', 'kB brotli', 'share of the shell'],
      ...rows,
      ['the shell', inKilobytes(whole), '100 %'],
      ...remotes,
    ]);
    return `### Bytes by package\n\n${table}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function weigh(name: string, source: string, folder: string) {
  const target = path.join(folder, name);
  const { entry, shares } = await build(name, source, target);
  const createdAt = new Date().toISOString();
  const store = await openStore({ DATA_DIR: folder }, { info() {}, error() {} });
  const declared = { name, entry, createdAt, commit: '', requires: {} };
  const weights = await weighScripts(store, await fingerprint(store, target, declared), shares);
  await store.close();
  return weights;
}
