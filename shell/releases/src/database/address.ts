/** Whether node-postgres can read a connection string, which names one server. */
export function isDatabaseAddress(text: string): boolean {
  const { protocol = '', host = '' } = URL.parse(text) ?? {};
  return /^postgres(ql)?:$/.test(protocol) && /^[^,]+$/.test(host);
}

/**
 * Separates the password from a connection string for a tool of PostgreSQL, as all users of the machine can read
 * command lines.
 */
export function withoutPassword(text: string): { address: string; password: string } | undefined {
  if (!isDatabaseAddress(text)) return undefined;
  const url = new URL(text);
  const password = url.searchParams.get('password') ?? decoded(url.password);
  url.searchParams.delete('password');
  url.password = '';
  return { address: url.href, password };
}

/** Decodes a text; leaves an invalid `%` unchanged, as node-postgres does. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
