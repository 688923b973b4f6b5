/** What a connection string says. */
export interface DatabaseAddress {
  /** For each server a connection string of its own. */
  hosts: readonly [string, ...string[]];
  /** Only the server that takes writes will do. */
  isWritable: boolean;
}

const form = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]+)(.*)$/;
const host = /^(?:\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i;

/** The site writes, so of what libpq knows only these make sense. */
const targets = ['any', 'primary', 'read-write'];

/**
 * Reads `postgres://user:password@first:5432,second:5432/database?target_session_attrs=read-write`,
 * as libpq does; node-postgres knows one server only. Nothing when it is no such string.
 */
export function readDatabaseAddress(text: string): DatabaseAddress | undefined {
  const [, protocol = '', user = '', list = '', rest = ''] = form.exec(text) ?? [];
  const names = list.split(',');
  if (!names.every((name) => host.test(name))) return undefined;
  try {
    const urls = names.map((name) => new URL(`${protocol}${user}${name}${rest}`));
    const target = urls[0]?.searchParams.get('target_session_attrs') ?? null;
    if (target !== null && !targets.includes(target)) return undefined;
    for (const url of urls) url.searchParams.delete('target_session_attrs');
    const [first, ...others] = urls.map(({ href }) => href);
    if (first === undefined) return undefined;
    const isWritable = target === null ? others.length > 0 : target !== 'any';
    return { hosts: [first, ...others], isWritable };
  } catch {
    return undefined;
  }
}

/**
 * The same for a tool of PostgreSQL: what stands in a command line is shown to all users of
 * the machine, so the password goes apart from it. All else libpq reads by itself.
 */
export function withoutPassword(text: string): { address: string; password: string } | undefined {
  const [, protocol = '', user = '', list = '', rest = ''] = form.exec(text) ?? [];
  if (!readDatabaseAddress(text)) return undefined;
  const url = new URL(`${protocol}${user}host${rest}`);
  const password = url.searchParams.get('password') ?? decoded(url.password);
  url.searchParams.delete('password');
  const name = url.username && `${url.username}@`;
  return { address: `${protocol}${name}${list}${url.pathname}${url.search}`, password };
}

/** A `%` that begins no letter is one itself, as for node-postgres. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
