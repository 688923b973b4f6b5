export interface DatabaseAddress {
  /** A connection string for each server. */
  hosts: readonly [string, ...string[]];
  /** Whether only the server that accepts writes is wanted. */
  isWritable: boolean;
}

const form = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]+)(.*)$/;
const host = /^(?:\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i;

/** The values of libpq that make sense for a site, which writes. */
const targets = ['any', 'primary', 'read-write'];

/**
 * Parses `postgres://user:password@first:5432,second:5432/database?target_session_attrs=read-write` as libpq does;
 * node-postgres supports only one server. Undefined for an invalid string.
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
 * Separates the password from a connection string for a tool of PostgreSQL, as all users of the machine can read
 * command lines.
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

/** Decodes a text; leaves an invalid `%` unchanged, as node-postgres does. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
