import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { originsSchema, releaseLimits } from '@portfolio/releases/release/release.ts';
import { z } from 'zod';

/** A text of which `isRight` holds. */
const text = (isRight: (value: string) => boolean, error: string) =>
  z.string().trim().refine(isRight, { error });

/** A whole number in digits: `Number` would also accept `0x10` or `1e3`. */
const number = (highest: number) =>
  text(
    (value) => /^\d{1,12}$/.test(value) && Number(value) <= highest,
    `must be a number from 0 to ${highest}`,
  ).transform(Number);
/** Pages stand below the host alone, so a path, a query or a login would be dropped. */
const site = text(
  (value) => /^https?:\/\/[^/?#@\s]+\/?$/i.test(value) && URL.canParse(value),
  'must be like https://www.example.com, without a path, a query or a login',
).transform((value) => new URL(value).origin);
/** A `#`, `/` or `?` in a password would end the server's part of the address. */
const mailServer = text(
  (value) => /^smtps?:\/\/[^/?#]+\/?$/i.test(value) && Boolean(URL.parse(value)?.hostname),
  'must be like smtp://user:password@host:587 or smtps://user:password@host, and nothing after it (in a password %23 is #, %2F is /, %3F is ? and %25 is %)',
);
/** One server, as node-postgres reads it. */
const database = text(
  (value) => /^postgres(ql)?:\/\/([^/?#]*@)?[^/?#@,]+([/?#]|$)/.test(value) && URL.canParse(value),
  'must be like postgres://user:password@host/database (in a password %2F is /, %23 is # and %3F is ?), with one server',
);
const certificate = text(isReadable, 'must be a file that can be read');
const address = z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be one e-mail address');
/** Origins with spaces or commas between them. */
const origins = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(originsSchema);

const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const proxy = z.enum(['loopback', 'linklocal', 'uniquelocal']).or(range);
/** What Express accepts, a number of proxies or their addresses; on others it throws without naming the setting. */
const proxies = text(
  (value) =>
    /^\d+$/.test(value) || value.split(',').every((part) => proxy.safeParse(part.trim()).success),
  'must be how many proxies are in front, or their addresses',
).transform((value) => (/^\d+$/.test(value) ? Number(value) : value));

/** The environment's settings, which `api/ops/write-settings.ts` writes into OPERATING. Blank ones count as not set. */
const environment = z.object({
  PORT: number(65_535).default(5037).describe('the port of the server'),
  HOST: z.string().default('127.0.0.1').describe('the address that it listens on'),
  DATA_DIR: z.string().default('./data').describe('the state of the site'),
  PUBLIC_URL: site
    .optional()
    .describe(
      'the address that visitors know, for links elsewhere; `https://…` switches HSTS on. Without it links name the address on this machine',
    ),
  SMTP_URL: mailServer
    .optional()
    .describe(
      'the mail server, `smtp://user:password@host:587` or `smtps://…`; in a password `%23` is #, `%2F` is / and `%3F` is ?',
    ),
  SMTP_CA: certificate
    .optional()
    .describe(
      "a file with the certificate to trust where the system does not know the mail server's",
    ),
  MAIL_FROM: address
    .default('website@localhost')
    .describe('the sender of the mails; the visitor is in Reply-To'),
  MAIL_TO: address.optional().describe('the recipient; without it the address in `owner.json`'),
  DATABASE_URL: database
    .optional()
    .describe('`postgres://…` for [several machines](#several-machines)'),
  RATE_LIMIT: z
    .literal('off', { error: 'must be off, or not be there' })
    .optional()
    .describe('`off` for load tests; else ten messages an hour from one address'),
  TRUST_PROXY: proxies.optional().describe('how many proxies are in front, or their addresses'),
  UPLOAD_BYTES: number(releaseLimits.bytes)
    .default(releaseLimits.uploadBytes)
    .describe(`bytes of one upload, up to ${releaseLimits.bytes}`),
  CONNECT_ORIGINS: origins
    .default([])
    .describe(
      'other origins that pages may call, frame or show, with spaces between: [sections](TEAMS.md#add-a-section)',
    ),
  LOG_LEVEL: z
    .enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'must be one of debug, info, warn, error, silent',
    )
    .default('info')
    .describe('`debug`, `info`, `warn`, `error` or `silent`'),
});

/** The settings as rows of Markdown: name, default, what it is for. */
export const settingsTable = [
  '| variable | default | what it is |',
  '| --- | --- | --- |',
  ...Object.entries(environment.shape).map(([name, setting]) => {
    const usual = String(setting.safeParse(undefined).data ?? '');
    return `| \`${name}\` | ${usual && `\`${usual}\` `}| ${setting.description} |`;
  }),
].join('\n');

/** The checked settings of the site; see the table in OPERATING. */
export type Config = ReturnType<typeof readConfig>;

/** The environment has faults; the message names all of them. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

function isReadable(file: string): boolean {
  try {
    return Boolean(readFileSync(file));
  } catch {
    return false;
  }
}

/** Loads the file `.env` of a folder, if there is one. Variables of the environment win. */
export function loadEnvFile(folder: string): void {
  const file = path.resolve(folder, process.env.ENV_FILE ?? '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * Reads and checks the environment.
 * @throws EnvironmentError
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    const faults = result.error.issues.map(
      (issue) => `  ${String(issue.path[0])}: ${issue.message}`,
    );
    throw new EnvironmentError(
      `The environment is not right. Correct these settings and start again:\n${faults.join('\n')}`,
    );
  }
  const { DATA_DIR, ...rest } = result.data;
  // A relative DATA_DIR is the same folder for all processes, wherever they start.
  const dataDir = path.resolve(import.meta.dirname, '../..', DATA_DIR);
  return { ...rest, DATA_DIR: dataDir };
}

const everyAddress = ['0.0.0.0', '::'];

/**
 * The site's address on this machine. It has the name localhost only on port 5037: a page of localhost calls
 * that port, whatever its own.
 */
export function localAddress(port: number, listensOn = '127.0.0.1'): string {
  const host = everyAddress.includes(listensOn) ? '127.0.0.1' : listensOn;
  if (host === '127.0.0.1' && port === 5037) return 'http://localhost:5037';
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
