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

export interface FrameResult {
  madeWith: string;
  frames: [path: string, language: string, markup: Markup][];
}

process.once('message', async (work: FrameWork) => process.send?.(await render(work)));

async function render({ code, paths, surroundings }: FrameWork): Promise<FrameResult> {
  const module = { exports: {} as ShellServer };
  const run = compileFunction(code, ['module', 'exports', 'require'], { filename: 'server.js' });
  run(module, module.exports, createRequire(import.meta.url));
  const { madeWith, renderFrame } = module.exports;
  const frames: FrameResult['frames'] = [];
  for (const around of surroundings) {
    for (const path of paths) frames.push([path, around.language, await renderFrame(around, path)]);
  }
  return { madeWith, frames };
}
