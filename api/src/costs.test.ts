import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Release } from '@portfolio/releases/release.ts';
import { storeIn } from '@portfolio/releases/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import {
  type Cost,
  type MeasuredApi,
  startMeasuredApi,
} from '@portfolio/test-support/measured-api.ts';
import { homePage, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';

// Processes on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(120_000);

/** Whatever a visitor sends, a call takes no more than so many times what it takes as it is meant. */
const most = 3;

const releases: Record<string, Release[]> = { home: [], games: [] };
let dataDir: string;
let api: MeasuredApi;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-costs-'));
  const store = storeIn(dataDir);
  await layRelease(store, 'shell', shellFiles);
  for (let turn = 0; turn < 12; turn += 1) {
    const large = { 'resources/large.bin': Buffer.alloc(2 ** 20, turn) };
    const files = { ...sectionFiles('games', `Games ${turn}`), ...large };
    releases.games?.push(await layRelease(store, 'games', files));
    const home = sectionFiles('home', `Home ${turn}`);
    releases.home?.push(await layRelease(store, 'home', home, { page: homePage }));
  }
  api = await startMeasuredApi({ DATA_DIR: dataDir, RATE_LIMIT: 'off' });
});
afterAll(async () => {
  await api.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let turn = 0;
const next = () => {
  turn += 1;
  return turn;
};
/** As much of it as a request may have; beyond that Node.js answers with 431. */
const fill = (part: string, length = 7000) => part.repeat(length / part.length);
const any = (name: 'home' | 'games') => `${name}@${releases[name]?.[next() % 12]?.id}`;
const unknown = (name: string) => `${name}@${(next() * 2654435761).toString(16).padStart(12, '0')}`;
const many = (ref: () => string) => Array.from({ length: 20 }, ref).join();

const get = (address: string, ...headers: string[]) =>
  `${[`GET ${address} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const visit = (address: string, ...headers: string[]) =>
  get(address, 'Accept-Encoding: br', ...headers);
const at = (host: string, request: string) => request.replace('localhost', host);

function write(changed: object, edit = (body: string) => body): string {
  const message = { firstName: 'Zoe', lastName: 'M', email: 'zoe@example.org', message: '' };
  const body = edit(JSON.stringify({ ...message, ...changed }));
  const head = get('/api/contact', 'Content-Type: application/json').replace('GET', 'POST').trim();
  return `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
/** A long message of plain letters. */
const letter = () => write({ message: `${next()} ${fill('a', 9950)}` });
const logo = () => `/releases/home/${releases.home?.at(-1)?.id}/resources/logo.svg`;

/** A route, a request as it is meant, and what could make one expensive. */
const table: [route: string, plain: () => string, worst: Record<string, () => string>][] = [
  [
    'a document',
    () => visit('/home'),
    {
      'any preview': () => visit(`/home?preview=${any('home')}`),
      'a preview that is none': () => visit(`/home?preview=${unknown('home')}`),
      'without a shell': () => visit(`/home?without=${unknown('shell')}`),
      'a long path': () => visit(`/${fill('a/')}`),
      'nothing but slashes': () => visit(`/${fill('/')}`),
      'a long query': () => visit(`/home?${fill('a&')}`),
      'many languages': () => visit('/home', `Accept-Language: ${fill('a-b;q=0.1,')}`),
      'many encodings': () => get('/home', `Accept-Encoding: ${fill('a,')}br`),
      'a long cookie': () => visit('/home', `Cookie: ${fill('a=b; language=x;')}`),
      'a long host': () => at(fill('a'), visit('/home')),
      'many headers': () =>
        visit('/home', ...Array.from({ length: 400 }, (_, number) => `h${number}: `)),
    },
  ],
  [
    'texts',
    () => visit('/api/locales/en'),
    {
      'any releases': () => visit(`/api/locales/en?releases=${any('home')},${any('games')}`),
      'releases that are none': () =>
        visit(`/api/locales/en?releases=${many(() => unknown('home'))},${unknown('games')}`),
      'failures of all releases': () =>
        visit(`/api/locales/en?failed=${many(() => any('home'))},${any('games')}`),
      'failures of what is not there': () =>
        visit(`/api/locales/en?failed=${many(() => unknown(`pig${next() % 99}`))}`),
      'a long query': () => visit(`/api/locales/en?${fill('a&')}`),
      'many tags': () => visit('/api/locales/en', `If-None-Match: ${fill('"a",')}`),
      'many encodings': () => get('/api/locales/en', `Accept-Encoding: ${fill('a,')}`),
      'a long language': () => visit(`/api/locales/${fill('%41')}`),
    },
  ],
  [
    'a file',
    () => visit(logo()),
    {
      'many ranges': () => visit(logo(), `Range: bytes=${fill('0-1,')}0-1`),
      'no release': () => visit(`/releases/home/${unknown('home').slice(5)}/a`),
      'a long path': () => visit(`/releases/home/${releases.home?.[0]?.id}/${fill('a/')}`),
      'the head of any large file': () =>
        visit(`/releases/games/${any('games').slice(6)}/resources/large.bin`).replace(
          'GET',
          'HEAD',
        ),
    },
  ],
  [
    'the sitemap',
    () => visit('/sitemap.xml'),
    { 'a long host': () => at(fill('a'), visit('/sitemap.xml')) },
  ],
  [
    'the manifest',
    () => visit('/manifest.webmanifest'),
    {
      'many languages': () => visit('/manifest.webmanifest', `Accept-Language: ${fill('a,')}`),
      'a long query': () => visit(`/manifest.webmanifest?${fill('a&')}`),
    },
  ],
  ['the robots', () => visit('/robots.txt'), { host: () => at(fill('a'), visit('/robots.txt')) }],
  ['the health', () => get('/healthz'), { 'a long query': () => get(`/healthz?${fill('a&')}`) }],
  ['no call', () => get('/api/pig'), { 'a long path': () => get(`/api/${fill('%41/')}`) }],
  [
    'a message',
    letter,
    {
      marks: () => write({ message: `${next()}a${fill('\u0301', 9950)}` }),
      'marks in two classes': () => write({ message: `${next()}a${fill('\u0301\u0316', 9950)}` }),
      'nothing but lines': () => write({ message: `${next()}${fill('\n\n a', 9950)}` }),
      emoji: () => write({ message: `${next()}${fill('😀', 9950)}` }),
      escapes: () =>
        write({}, (body) => body.replace('"M"', `"M","x":"${fill('\\u00e4', 60_000)}"`)),
      'many levels': () => write({}, () => `${'['.repeat(30_000)}${']'.repeat(30_000)}`),
      'many fields': () => write({}, () => `{${fill('"a":1,', 60_000)}"b":1}`),
      names: () =>
        write({
          message: `${next()} ${fill('a', 9950)}`,
          firstName: fill('=?\u202e', 198),
          lastName: fill('a\u0301', 200),
          email: `a@${fill('a.', 240)}aa`,
        }),
    },
  ],
];

const cases = table.flatMap(([route, plain, worst]) =>
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
  for (let again = 0; again < 4 && (ratio.cpu > most || ratio.memory > most); again += 1)
    ratio = await compare(plain, worst, 7);
  expect(ratio.cpu).toBeLessThanOrEqual(most);
  expect(ratio.memory).toBeLessThanOrEqual(most);
});
