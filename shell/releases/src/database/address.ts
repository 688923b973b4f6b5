interface Host {
  /** As it is printed, without user and password. */
  name: string;
  /** A connection string with this server alone. */
  url: string;
}

/** What a connection string says. */
export interface DatabaseAddress {
  hosts: readonly [Host, ...Host[]];
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
    const [first, ...others] = names.map((name) => {
      const url = new URL(`${protocol}${user}${name}${rest}`);
      return { name, url, target: url.searchParams.get('target_session_attrs') };
    });
    if (!first) return undefined;
    const { target } = first;
    if (target !== null && !targets.includes(target)) return undefined;
    const alone = ({ name, url }: typeof first): Host => {
      url.searchParams.delete('target_session_attrs');
      return { name, url: url.href };
    };
    const isWritable = target === null ? others.length > 0 : target !== 'any';
    return { hosts: [alone(first), ...others.map(alone)], isWritable };
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
