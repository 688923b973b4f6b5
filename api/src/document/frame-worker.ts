import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { Markup, ShellServer, Surroundings } from '@portfolio/contract/rendering.ts';

// Nothing of the site is imported: this process runs the shell's code, and may read this file alone.

/** The frames of a set: around each path, in each of the surroundings' languages. */
export interface FrameWork {
  /** The text of the shell's module for Node. */
  code: string;
  paths: readonly string[];
  surroundings: readonly Surroundings[];
}

/** What a shell renders around the pages of a set. */
export interface Frames {
  /** The hash of what the shell renders pages with, too. */
  madeWith: string;
  /** By path and language. */
  markup: Map<string, Markup>;
}

process.once('message', async (work: FrameWork) => process.send?.(await render(work)));

async function render({ code, paths, surroundings }: FrameWork): Promise<Frames> {
  const module = { exports: {} as ShellServer };
  const run = compileFunction(code, ['module', 'exports', 'require'], { filename: 'server.js' });
  run(module, module.exports, createRequire(import.meta.url));
  const { madeWith, renderFrame } = module.exports;
  const markup: Frames['markup'] = new Map();
  for (const around of surroundings) {
    for (const path of paths)
      markup.set(`${path} ${around.language}`, await renderFrame(around, path));
  }
  return { madeWith, markup };
}
