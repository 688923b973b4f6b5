import path from 'node:path';
import { expect, test } from '@jest/globals';
import { EnvironmentError, localAddress, readConfig } from './config.ts';

const root = path.resolve(import.meta.dirname, '../..');
const defaults = {
  PORT: 5037,
  HOST: '127.0.0.1',
  DATA_DIR: path.join(root, 'data'),
  MAIL_FROM: 'website@localhost',
  LOG_LEVEL: 'info',
  UPLOAD_BYTES: 33_554_432,
  CONNECT_ORIGINS: [],
};

test.each([undefined, '', ' '])('a setting that is not there (%j) has its default', (blank) => {
  const names = ['PUBLIC_URL', 'SMTP_URL', 'DATABASE_URL', 'RATE_LIMIT', 'TRUST_PROXY'];
  const given = [...Object.keys(defaults), ...names].map((name) => [name, blank]);
  expect(readConfig(Object.fromEntries(given))).toEqual(defaults);
});

const origins = ['https://a.example', 'https://b.example', 'https://c.example:8443'];

test.each<[name: string, given: string, read?: unknown]>([
  ['PORT', ' 65535 ', 65_535],
  ['PUBLIC_URL', 'https://rubin.example/', 'https://rubin.example'],
  ['SMTP_URL', 'smtp://mail.example'],
  ['SMTP_URL', 'smtps://me:1%232%2F3%3F4@mail.example:465/'],
  ['SMTP_CA', import.meta.filename],
  ['MAIL_TO', 'pig@rubin.example'],
  ['DATABASE_URL', 'postgres://me:a%2Cb@c@db.example:5433/site?sslmode=require'],
  ['DATABASE_URL', 'postgresql://localhost/site'],
  ['TRUST_PROXY', '2', 2],
  ['TRUST_PROXY', 'loopback'],
  ['TRUST_PROXY', '127.0.0.1'],
  ['TRUST_PROXY', 'fe80::/10'],
  ['TRUST_PROXY', 'uniquelocal, linklocal, 10.0.0.1'],
  ['UPLOAD_BYTES', '134217728', 134_217_728],
  ['CONNECT_ORIGINS', `${origins[0]}, ${origins[1]}\n${origins[2]},`, origins],
  ...['debug', 'warn', 'error', 'silent'].map((it): [string, string] => ['LOG_LEVEL', it]),
])('%s may be %s', (name, given, read = given) => {
  expect(readConfig({ [name]: given, OTHER: 'x' })).toEqual({ ...defaults, [name]: read });
});

/** What each setting has to be, and values that are not. */
const faulty: Record<string, [words: string, ...values: string[]]> = {
  PORT: ['a number from 0 to 65535', '65536', 'x', '-1', '1.5', '80a'],
  PUBLIC_URL: [
    'like https://www',
    ...['rubin.example', 'https://www.example.com/portfolio', 'https://www.example.com/?a=b'],
    ...['https://me:secret@www.example.com', 'https://www.example.com#top', 'https://'],
    ...['ftp://www.example.com', 'https://['],
  ],
  // The message says how to escape a password.
  SMTP_URL: [
    'like smtp://user:password@host:587 or smtps://user:password@host, and nothing after it (in a password %23 is #, %2F is /, %3F is ?',
    ...['smtp://me:12#34@mail.example', 'smtp://me:12/34@mail.example', 'smtp://'],
    ...['smtp://me:12?34@mail.example', 'smtp://mail.example/inbox', 'smtp://mail.example#'],
    ...['smtp://mail.example?pool=true', 'smtp:mail.example', 'http://mail.example', 'smtp://['],
  ],
  SMTP_CA: ['a file that can be read', '/no/such/file.pem', import.meta.dirname],
  MAIL_FROM: ['one e-mail address', 'two@a.example, three@a.example'],
  MAIL_TO: ['one e-mail address', 'Pig <pig@rubin.example>'],
  DATABASE_URL: ['like postgres://', 'mysql:postgres://a', 'postgres://a,b/site', 'postgres:///a'],
  RATE_LIMIT: ['off', 'no'],
  TRUST_PROXY: [
    'how many proxies are in front, or their addresses',
    ...['everybody', '10.0.0.0/33', '300.1.1.1', 'loopback;', '-1'],
  ],
  UPLOAD_BYTES: ['a number from 0 to 134217728', '134217729', '-1'],
  CONNECT_ORIGINS: ['', 'https://a.example https://*'],
  LOG_LEVEL: ['one of debug, info, warn, error, silent', 'loud'],
};
const settings = Object.entries(faulty);

test.each(
  settings.flatMap(([name, [words, ...values]]) =>
    values.map((value) => [name, value, words] as const),
  ),
)('%s may not be %s', (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(`\n  ${name}: must be ${words}`);
});

test('every fault is named at once', () => {
  const values = Object.fromEntries(settings.map(([name, [, value]]) => [name, value]));
  const all = settings.map(([name]) => `  ${name}: must be .*`).join('\n');
  const said = `^The environment is not right. Correct these settings and start again:\n${all}$`;
  expect(() => readConfig(values)).toThrow(new RegExp(said));
  expect(() => readConfig(values)).toThrow(EnvironmentError);
});

test.each([
  [5037, '127.0.0.1', 'http://localhost:5037'],
  [8080, '127.0.0.1', 'http://127.0.0.1:8080'],
  [5037, '192.0.2.1', 'http://192.0.2.1:5037'],
  [5037, '::1', 'http://[::1]:5037'],
  [8080, '0.0.0.0', 'http://127.0.0.1:8080'],
  [5037, '::', 'http://localhost:5037'],
  [80, 'pig.example', 'http://pig.example:80'],
])('port %i of %s is %s', (port, host, address) => {
  expect(localAddress(port, host)).toBe(address);
});
