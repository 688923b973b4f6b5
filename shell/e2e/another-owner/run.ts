// Makes another owner's site in a checkout, as MAKE-IT-YOURS says, and checks what texts, lists,
// pictures and colours can break.
import { spawnSync } from 'node:child_process';
import { checkOut } from '../fixtures/checkout.ts';
import { root } from '../fixtures/run.ts';
import { makeOver } from './make-over.ts';

const checkout = await checkOut();
try {
  await makeOver(checkout);
  const commands = [
    // Layers and unused exports are those of the first owner.
    'node_modules/typescript/bin/tsc -p shell',
    'node_modules/typescript/bin/tsc -p tsconfig.sections.json',
    'node_modules/@biomejs/biome/bin/biome check --error-on-warnings .',
    // Tests that read texts, lists, pictures and palettes, and those of a new section.
    '--experimental-vm-modules --disable-warning=ExperimentalWarning node_modules/jest/bin/jest.js --selectProjects pages --runInBand --testPathPatterns remote- kit/src/styles',
    'node_modules/@playwright/test/cli.js test -c shell/e2e --project=another-owner --workers=1',
  ];
  for (const command of commands) {
    const { status } = spawnSync(process.execPath, command.split(' '), {
      cwd: checkout.folder,
      // The released store of the first owner has the first owner's releases.
      env: { ...process.env, FIRST_OWNER: root, JOURNEY_STORE: undefined },
      stdio: 'inherit',
    });
    if (status !== 0) {
      console.error(`The site of another owner failed: see "${command}" above.`);
      process.exitCode = 1;
      break;
    }
  }
} finally {
  await checkout.remove();
}
