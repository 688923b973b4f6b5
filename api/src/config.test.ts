import path from 'node:path';
import { expect, test } from '@jest/globals';
import { EnvironmentError, readConfig } from './config.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('all settings have defaults', () => {
  expect(readConfig({})).toEqual({
    PORT: 5037,
    HOST: '127.0.0.1',
    DATA_DIR: path.join(root, 'data'),
    MAIL_FROM: 'website@localhost',
    LOG_LEVEL: 'info',
    UPLOAD_BYTES: 33_554_432,
    CONNECT_ORIGINS: [],
  });
});

test.each(['', ' '])('a blank setting (%j) counts as not set', (blank) => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'PUBLIC_URL', 'SMTP_URL', 'DATABASE_URL'];
  const given = Object.fromEntries([...names, 'RATE_LIMIT', 'TRUST_PROXY'].map((n) => [n, blank]));
  expect(readConfig(given)).toEqual(readConfig({}));
});

test('settings of the environment replace the defaults', () => {
  const given = {
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://rubin.example',
    SMTP_URL: 'smtps://user:secret@mail.example:465',
    SMTP_CA: import.meta.filename,
    MAIL_FROM: 'site@rubin.example',
    MAIL_TO: 'pig@rubin.example',
    DATABASE_URL: 'postgresql://localhost/site',
    RATE_LIMIT: 'off',
    TRUST_PROXY: 'loopback, 10.0.0.0/8',
    LOG_LEVEL: 'silent',
  };
  const numbers = { PORT: 8080, UPLOAD_BYTES: 9000 };
  const texts = Object.fromEntries(
    Object.entries(numbers).map(([name, number]) => [name, String(number)]),
  );
  const CONNECT_ORIGINS = 'https://a.example, https://b.example\nhttps://c.example:8443';
  const own = { DATA_DIR: '/srv/site', CONNECT_ORIGINS };
  const config = readConfig({ ...given, ...texts, ...own, OTHER: 'x' });
  const origins = ['https://a.example', 'https://b.example', 'https://c.example:8443'];
  expect(config).toEqual({ ...given, ...numbers, ...own, CONNECT_ORIGINS: origins });
});

const faults = {
  PORT: '65536',
  PUBLIC_URL: 'rubin.example',
  SMTP_URL: 'http://mail.example',
  SMTP_CA: '/no/such/file.pem',
  MAIL_FROM: 'two@a.example, three@a.example',
  MAIL_TO: 'Pig <pig@rubin.example>',
  DATABASE_URL: 'mysql://localhost',
  RATE_LIMIT: 'no',
  TRUST_PROXY: 'everybody',
  UPLOAD_BYTES: '-1',
  CONNECT_ORIGINS: 'https://a.example https://*',
  LOG_LEVEL: 'loud',
};

test('every fault is named at once, with what it has to be', () => {
  expect(() => readConfig(faults)).toThrow(EnvironmentError);
  const said = String(catchFrom(() => readConfig(faults)));
  const lines = said.split('\n').slice(1);
  expect(lines.map((line) => line.trim().split(':')[0])).toEqual(Object.keys(faults));
  for (const line of lines) expect(line).toMatch(/^ {2}[A-Z_]+: must be /);
  expect(said).toContain('Correct these settings and start again');
});

test.each([
  ...['smtp://mail.example', 'smtps://me:1%232%2F3%3F4@mail.example:465/'].map(
    (value) => ['SMTP_URL', value] as const,
  ),
  ...['loopback', '127.0.0.1', 'fe80::/10', 'uniquelocal, 10.0.0.1'].map(
    (value) => ['TRUST_PROXY', value] as const,
  ),
])('%s may be %s', (name, value) => {
  expect(readConfig({ [name]: value })[name]).toBe(value);
});

const faulty: Record<string, [words: string | RegExp, ...values: string[]]> = {
  PORT: ['must be a number', 'x', '-1', '1.5', '80a'],
  TRUST_PROXY: ['must be how', 'yes', '10.0.0.0/33', '300.1.1.1', 'loopback;', '-1'],
  DATA_DIR: ['must be a folder on a disk', '/proc/portfolio', '/sys', '/dev/shm/../portfolio'],
  PUBLIC_URL: [
    'must be like https://www',
    ...['https://www.example.com/portfolio', 'https://www.example.com/?a=b', 'https://'],
    ...['https://me:secret@www.example.com', 'https://www.example.com#top'],
    'ftp://www.example.com',
  ],
  // The message says how to escape a password.
  SMTP_URL: [
    /^ {2}SMTP_URL: must .*%23 is #.*%2F is \/.*%3F is \?/m,
    ...['smtp://me:12#34@mail.example', 'smtp://me:12/34@mail.example', 'smtp://'],
    ...['smtp://me:12?34@mail.example', 'smtp://mail.example/inbox', 'smtp://mail.example#'],
    ...['smtp://mail.example?pool=true', 'smtp:mail.example'],
  ],
};

test.each(
  Object.entries(faulty).flatMap(([name, [words, ...values]]) =>
    values.map((value) => [name, value, words] as const),
  ),
)('%s may not be %s', (name, value, words) => {
  const said = typeof words === 'string' ? `  ${name}: ${words}` : words;
  expect(() => readConfig({ [name]: value })).toThrow(said);
});

function catchFrom(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
