import { longestBody } from '@portfolio/api/contact/message.ts';
import { messageLimits } from '@portfolio/contract/message.ts';
import type { Release } from '@portfolio/releases/release/release.ts';

let turn = 0;
const next = () => {
  turn += 1;
  return turn;
};
/** As much of it as a request may have; beyond that Node.js answers with 431. */
const fill = (part: string, length = 7000) => part.repeat(length / part.length);
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
/** As long as is still taken: a message beside the word that makes it another one, and a body. */
const nearLimit = messageLimits.message - 50;
const nearBody = longestBody - 5000;

/** A long message of plain letters. */
const letter = () => write({ message: `${next()} ${fill('a', nearLimit)}` });

/** A route, a request as it is meant, and what could make one expensive. */
type Row = [route: string, plain: () => string, worst: Record<string, () => string>];

/** What the routes of the site are asked for. @param releases those of the store, oldest first */
export function costlyRequests(releases: Readonly<Record<string, readonly Release[]>>): Row[] {
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
        marks: () => write({ message: `${next()}a${fill('\u0301', nearLimit)}` }),
        'marks in two classes': () =>
          write({ message: `${next()}a${fill('\u0301\u0316', nearLimit)}` }),
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
