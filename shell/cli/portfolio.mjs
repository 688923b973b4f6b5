#!/usr/bin/env node
// Plain JavaScript: the Node.js of a machine on which nothing is installed yet may not read TypeScript.
if (Number(process.versions.node.split('.')[0]) >= 24) await import('./src/portfolio.ts');
else {
  console.error(
    `This command needs Node.js 24 or newer, and this is ${process.version}. The right one comes with the packages: npm install`,
  );
  process.exitCode = 1;
}
