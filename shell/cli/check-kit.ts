import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { changedExports, faultsOfKit, readKit } from './src/checks/check-kit.ts';
import { readArgument } from './src/terminal/usage.ts';

/** `npm run check:kit [record]`: sections rely on the exports of the kit, so a changelog names what becomes of them. */
const word = readArgument(
  'npm run check:kit',
  'compares the exports of the kit with its changelog',
  ['[record]', 'the word "record": notes the exports once the changelog names what changed'],
);
const folder = path.join(import.meta.dirname, '../kit');
const kit = readKit(folder);
const faults = faultsOfKit(kit);
const isRecorded = changedExports(kit).length === 0;
if (faults.length === 0 && word === 'record')
  writeFileSync(path.join(folder, 'exports.json'), `${JSON.stringify(kit.exports, null, 2)}\n`);
else if (faults.length === 0 && !isRecorded)
  faults.push('The changelog names what changed. Note the exports with: npm run check:kit record');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
