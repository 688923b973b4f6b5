import path from 'node:path';
import type { LoaderContext } from '@rspack/core';

/** Makes a module of an imported CSS file: the names of its classes, whose styles are adopted. */
export default function load(this: LoaderContext): string {
  const file = JSON.stringify(`./${path.basename(this.resourcePath)}?inline`);
  return `import * as css from ${file};
import { adopt } from '@portfolio/cli/adopt-styles';
export default adopt(css, import.meta.webpackHot);
export * from ${file};`;
}
