import { mkdtempDisposable } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from '@portfolio/cli/build/build.ts';
import { weighScripts } from '@portfolio/cli/checks/check-build.ts';
import { type Deployable, listDeployables } from '@portfolio/cli/project';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import { inKilobytes, toTable } from './markdown.ts';
import type { Report } from './options.ts';

export async function measureBytes(): Promise<Report> {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'portfolio-bytes-'));
  const rows = [['in the first load', 'kB brotli']];
  for (const deployable of await listDeployables()) {
    const { name } = deployable;
    const bytes = await weigh(deployable, path.join(folder.path, name));
    rows.push([name === 'shell' ? 'the shell' : `the section ${name}`, inKilobytes(bytes)]);
  }
  return { title: 'Bytes', markdown: toTable(rows) };
}

async function weigh({ name, source }: Deployable, target: string) {
  const { entry } = await build(name, source, target);
  const createdAt = new Date().toISOString();
  const declared = { name, entry, createdAt, commit: '', requires: {} };
  const store = await openStore({ DATA_DIR: `${target}-store` }, { info() {}, error() {} });
  const release = await fingerprint(store, target, declared);
  const { first } = await weighScripts(store, release);
  await store.close();
  return first;
}
