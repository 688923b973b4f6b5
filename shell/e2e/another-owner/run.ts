// Whether another owner's site is as good as the first one's: a checkout is made over as the README's table
// says, and checked as the first one is.
import { spawnSync } from 'node:child_process';
import { checkOut } from '../fixtures/checkout.ts';
import { root } from '../fixtures/run.ts';
import { makeOver } from './make-over.ts';

const checkout = await checkOut();
try {
  await makeOver(checkout);
  const commands = [
    'npm run check',
    'npm run test:rules -- --selectProjects pages',
    'npx playwright test -c shell/e2e/another-owner',
  ];
  for (const command of commands) {
    const { status } = spawnSync('sh', ['-c', command], {
      cwd: checkout.folder,
      env: { ...process.env, FIRST_OWNER: root },
      stdio: 'inherit',
    });
    if (status !== 0) {
      console.error(`The site of another owner is not right: see "${command}" above.`);
      process.exitCode = 1;
      break;
    }
  }
} finally {
  if (process.env.KEEP_CHECKOUT) console.log(checkout.folder);
  else await checkout.remove();
}
