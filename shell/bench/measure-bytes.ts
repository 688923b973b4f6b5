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
  const rows = [['in the first load', 'kB brotli', 'share of the shell']];
  for (const deployable of await listDeployables()) {
    const { name } = deployable;
    const { bytes, packages } = await weigh(deployable, path.join(folder.path, name));
    const isShell = name === 'shell';
    if (isShell) {
      for (const [each, its] of packages)
        rows.push([each, inKilobytes(its), `${((its / bytes) * 100).toFixed(1)} %`]);
    }
    rows.push([isShell ? 'the shell' : `the section ${name}`, inKilobytes(bytes), '']);
  }
  return { title: 'Bytes', markdown: toTable(rows) };
}

async function weigh({ name, source }: Deployable, target: string) {
  const { entry, shares } = await build(name, source, target);
  const createdAt = new Date().toISOString();
  const declared = { name, entry, createdAt, commit: '', requires: {} };
  const store = await openStore({ DATA_DIR: `${target}-store` }, { info() {}, error() {} });
  const release = await fingerprint(store, target, declared);
  const { first } = await weighScripts(store, release, shares);
  await store.close();
  return first;
}
