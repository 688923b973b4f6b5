#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// Plain JavaScript: the Node.js of a machine on which nothing is installed yet may not read TypeScript.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  const root = `${import.meta.dirname}/../..`;
  // A short command takes most of its time to compile what it imports.
  if (existsSync(`${root}/rspack.shared.ts`))
    module.enableCompileCache(`${root}/node_modules/.cache/portfolio/code`);
  await import('./src/portfolio.ts');
} else {
  console.error(
    `This command needs Node.js 24 or newer, and this is ${process.version}. The right one comes with the packages: npm install`,
  );
  process.exitCode = 1;
}
