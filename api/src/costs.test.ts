import { expect, test } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import { dataDirOf } from '@portfolio/releases/store/store.ts';
import { costlyRequests } from '@portfolio/test-support/costly-requests.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { type Cost, startMeasuredApi } from '@portfolio/test-support/measured-api.ts';
import { homePage, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';

/** Whatever a visitor sends, a call takes no more than so many times what it takes as it is meant. */
const most = 3;

const releases: Record<string, Release[]> = { home: [], games: [] };
const store = await temporaryStore();
await layRelease(store, 'shell', shellFiles);
for (let turn = 0; turn < 12; turn += 1) {
  const large = { 'resources/large.bin': Buffer.alloc(2 ** 20, turn) };
  const files = { ...sectionFiles('games', `Games ${turn}`), ...large };
  releases.games?.push(await layRelease(store, 'games', files));
  const home = sectionFiles('home', `Home ${turn}`);
  releases.home?.push(await layRelease(store, 'home', home, { page: homePage }));
}
const api = await startMeasuredApi({ DATA_DIR: dataDirOf(store), RATE_LIMIT: 'off' });

const cases = costlyRequests(releases).flatMap(([route, plain, worst]) =>
  Object.entries(worst).map(([what, ask]) => [`${route}: ${what}`, plain, ask] as const),
);

const atOnce = 6;
const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The longest message is six times as many bytes as one of as many plain letters: it may take those. */
const contentOf = (requests: string[] = []) => {
  const bytes = requests.map((request) => Buffer.byteLength(request.split('\r\n\r\n')[1] ?? ''));
  return Math.max(1, ...bytes);
};

/**
 * How many times as much. Processor time is counted, not the time that passes: another process does
 * not count. Both take turns, and the middle of the ratios is taken, so that a moment of collecting
 * garbage or compiling is in neither.
 */
async function compare(plain: () => string, worst: () => string, rounds: number): Promise<Cost> {
  const ratios: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [usual, odd] = [plain, worst].map((ask) => Array.from({ length: atOnce }, ask));
    const meant = await api.costOf(usual ?? []);
    const made = await api.costOf(odd ?? []);
    const content = Math.max(1, contentOf(odd) / contentOf(usual));
    ratios.push({ cpu: made.cpu / meant.cpu, memory: made.memory / meant.memory / content });
  }
  const [cpu, memory] = (['cpu', 'memory'] as const).map((of) =>
    median(ratios.map((ratio) => ratio[of])),
  );
  return { cpu: cpu ?? 0, memory: memory ?? 0 };
}

test.each(cases)('%s costs three times a plain request at most', async (_case, plain, worst) => {
  await api.costOf([plain(), worst(), plain(), worst()]);
  let ratio = await compare(plain, worst, 3);
  // Compilers get to it by and by: what is really too much stays so.
  for (let again = 0; again < 8 && (ratio.cpu > most || ratio.memory > most); again += 1)
    ratio = await compare(plain, worst, 7);
  expect(ratio.cpu).toBeLessThanOrEqual(most);
  expect(ratio.memory).toBeLessThanOrEqual(most);
});
