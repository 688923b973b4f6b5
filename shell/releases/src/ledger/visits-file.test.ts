import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { countHouseholds, markOf, noteVisit, readVisits, type Step } from './visits.ts';

test('what is no line of it is passed over, and the file has an end', async () => {
  const store = await temporaryStore();
  const home = { name: 'home', id: '0123456789ab' };
  const note = (household: string, ...steps: [Step, number][]) =>
    Promise.all(steps.map((step) => noteVisit(store, home, markOf(home, household), step)));
  const count = async () => countHouseholds(await readVisits(store, home), 1000);

  await note('192.0.2.1', ['opened', 100], ['read', 100]);
  const file = path.join(store.folder, '.visits', `home@${home.id}`);
  await appendFile(file, 'zzzz opened 1\nabcd stole 1\nabcd op\nabce failed 100\n');
  expect(await count()).toEqual({ failed: 1, well: 1 });
  await appendFile(file, 'x'.repeat(200_000));
  await note('192.0.2.9', ['failed', 100]);
  expect(await count()).toEqual({ failed: 1, well: 1 });
});
