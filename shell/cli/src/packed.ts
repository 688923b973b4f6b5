#!/usr/bin/env node
// The entry of the packed command line: an older Node.js would fail at the first import, with a trace.
if (Number(process.versions.node.split('.')[0]) >= 24) await import('./portfolio.ts');
else {
  console.error(
    `The command line needs Node.js 24 or newer, and this is ${process.version}. Put one beside it with: npm install --no-save node@24`,
  );
  process.exitCode = 1;
}
