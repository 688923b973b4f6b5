/** So much of a query is looked at; the longest of this site's own names a release of each section, 24 characters each. */
const longest = 600;

/** What the query of an address says, whether the address is a path or absolute (RFC 9112 §3.2.2). */
export function readQuery(address: string | undefined): URLSearchParams {
  const start = address?.indexOf('?') ?? -1;
  return new URLSearchParams(start < 0 ? '' : address?.slice(start + 1, start + 1 + longest));
}
