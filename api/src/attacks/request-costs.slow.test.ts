import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { startQuickApi } from '@portfolio/test-support/api-process.ts';
import {
  homePage,
  sectionFiles,
  serverFiles,
  shellFiles,
} from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { longestBody } from '../contact/read-message.ts';

let turn = 0;
const next = () => {
  turn += 1;
  return turn;
};
/** Repeats a part up to the length that Node.js accepts; it answers longer headers with 431. */
const fill = (part: string, length = 7000) => part.repeat(length / part.length);
const unknown = (name: string) => `${name}@${(next() * 2654435761).toString(16).padStart(12, '0')}`;
const many = (ref: () => string) => Array.from({ length: 20 }, ref).join();

const get = (address: string, ...headers: string[]) =>
  `${[`GET ${address} HTTP/1.1`, 'Host: localhost:5037', ...headers].join('\r\n')}\r\n\r\n`;
const visit = (address: string, ...headers: string[]) =>
  get(address, 'Accept-Encoding: br', ...headers);
const at = (host: string, request: string) => request.replace('localhost', host);

function write(changed: object, edit = (body: string) => body): string {
  const message = { firstName: 'Zoe', lastName: 'M', email: 'zoe@example.org', message: '' };
  const body = edit(JSON.stringify({ ...message, ...changed }));
  const head = get('/api/contact', 'Content-Type: application/json').replace('GET', 'POST').trim();
  return `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
/** The longest accepted message, without the number that makes each unique, and the longest body. */
const nearLimit = messageLimits.message - 50;
const nearBody = longestBody - 5000;

const letter = () => write({ message: `${next()} ${fill('a', nearLimit)}` });

/** A route, a plain request to it, and requests that could be expensive. */
type Row = [route: string, plain: () => string, worst: Record<string, () => string>];

/** Lists the routes with their requests. @param releases those of the store, oldest first */
function costlyRequests(releases: Readonly<Record<string, readonly Release[]>>): Row[] {
  const any = (name: 'home' | 'games') =>
    `${name}@${releases[name]?.[next() % releases[name].length]?.id}`;
  const logo = () => `/releases/home/${releases.home?.at(-1)?.id}/resources/logo.svg`;
  return [
    [
      'a document',
      () => visit('/home'),
      {
        'any preview': () => visit(`/home?preview=${any('home')}`),
        'a preview of what is live': () => visit(`/home?preview=home@${releases.home?.at(-1)?.id}`),
        'another host each time': () => at(`pig-${next()}.example`, visit('/home')),
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
          visit('/home', ...Array.from({ length: 90 }, (_, number) => `h${number}: `)),
      },
    ],
    [
      'texts',
      () => visit('/api/locales/en'),
      {
        'any releases': () => visit(`/api/locales/en?releases=${any('home')},${any('games')}`),
        'releases that are none': () =>
          visit(`/api/locales/en?releases=${many(() => unknown('home'))},${unknown('games')}`),
        'sections that are none': () =>
          visit(`/api/locales/en?releases=${many(() => unknown(`pig${next() % 99}`))}`),
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
        'nothing but lines': () => write({ message: `${next()}${fill('\n\n a', nearLimit)}` }),
        emoji: () => write({ message: `${next()}${fill('😀', nearLimit)}` }),
        escapes: () =>
          write({}, (body) => body.replace('"M"', `"M","x":"${fill('\\u00e4', nearBody)}"`)),
        'many levels': () =>
          write({}, () => `${'['.repeat(nearBody / 2)}${']'.repeat(nearBody / 2)}`),
        'many levels in a field': () =>
          write({}, (body) =>
            body.replace('{', `{"x":${'['.repeat(nearBody / 2)}${']'.repeat(nearBody / 2)},`),
          ),
        'many fields': () => write({}, () => `{${fill('"a":1,', nearBody)}"b":1}`),
        names: () =>
          write({
            message: `${next()} ${fill('a', nearLimit)}`,
            firstName: fill('=?\u202e', 198),
            lastName: fill('a\u0301', 200),
            email: `a@${fill('a.', 240)}aa`,
          }),
      },
    ],
  ];
}

/** A large young generation avoids garbage collection, so that the growth of the heap is the allocation. */
const nodeOptions = ['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128'];

/** Milliseconds of processor time and allocated bytes. */
interface Cost {
  cpu: number;
  memory: number;
}

/** The highest ratio of the costs of a request to those of a plain one. */
const most = 3;

const releases: Record<string, Release[]> = { home: [], games: [] };
const store = await temporaryStore();
await addRelease(store, 'shell', { ...shellFiles, ...serverFiles });
for (let turn = 0; turn < 12; turn += 1) {
  const large = { 'resources/large.bin': Buffer.alloc(2 ** 20, turn) };
  const files = { ...sectionFiles('games', `Games ${turn}`), ...large };
  releases.games?.push(await addRelease(store, 'games', files));
  const home = sectionFiles('home', `Home ${turn}`);
  releases.home?.push(await addRelease(store, 'home', home, { page: homePage }));
}
// A process of its own reports its usage, so that the test's own work does not count.
const api = await startQuickApi({ DATA_DIR: store.dataDir, RATE_LIMIT: 'off' }, nodeOptions);

async function look(word: 'look' | 'tidy'): Promise<Cost> {
  api.child.send(word);
  const [cost] = (await once(api.child, 'message')) as [Cost];
  return cost;
}

/** One connection, as opening one costs more than most requests. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a request as it is written. */
async function send(written: string): Promise<void> {
  const [head = '', body] = written.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = lines.flatMap((line) => line.split(/: (.*)/).slice(0, 2));
  const sent = request({ port: api.port, host: '127.0.0.1', agent, method, path, headers });
  const [response] = await once(sent.end(body), 'response');
  await once(response.resume(), 'end');
}

/** The average costs of these requests, sent one after the other. */
async function costOf(requests: readonly string[]): Promise<Cost> {
  await look('tidy');
  const start = await look('look');
  for (const request of requests) await send(request);
  const end = await look('look');
  return {
    cpu: (end.cpu - start.cpu) / requests.length,
    memory: (end.memory - start.memory) / requests.length,
  };
}

const cases = costlyRequests(releases).flatMap(([route, plain, worst]) =>
  Object.entries(worst).map(([what, ask]) => [`${route}: ${what}`, plain, ask] as const),
);

const atOnce = 6;
const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A message of escapes has more bytes than one with as many letters, and may take that memory. */
const contentOf = (requests: string[] = []) => {
  const bytes = requests.map((request) => Buffer.byteLength(request.split('\r\n\r\n')[1] ?? ''));
  return Math.max(1, ...bytes);
};

/**
 * The ratio of the costs. Processor time excludes other processes; the median of alternating rounds excludes
 * moments of garbage collection and compilation.
 */
async function compare(plain: () => string, worst: () => string, rounds: number): Promise<Cost> {
  const ratios: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [usual, odd] = [plain, worst].map((ask) => Array.from({ length: atOnce }, ask));
    const meant = await costOf(usual ?? []);
    const made = await costOf(odd ?? []);
    const content = Math.max(1, contentOf(odd) / contentOf(usual));
    ratios.push({ cpu: made.cpu / meant.cpu, memory: made.memory / meant.memory / content });
  }
  const [cpu, memory] = (['cpu', 'memory'] as const).map((of) =>
    median(ratios.map((ratio) => ratio[of])),
  );
  return { cpu: cpu ?? 0, memory: memory ?? 0 };
}

test.each(cases)('%s costs three times a plain request at most', async (_case, plain, worst) => {
  // What is compiled on the way costs more than what is repeated.
  await costOf(Array.from({ length: 40 }, (_, turn) => (turn % 2 === 0 ? plain() : worst())));
  const ratio = await compare(plain, worst, 9);
  expect(ratio.cpu).toBeLessThanOrEqual(most);
  expect(ratio.memory).toBeLessThanOrEqual(most);
});
