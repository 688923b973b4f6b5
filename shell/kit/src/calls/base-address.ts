/** The page's own origin; on the host name `localhost` the API's development port 5037. */
export function baseAddress(page: Pick<Location, 'hostname' | 'origin'> = location): string {
  return page.hostname === 'localhost' ? 'http://localhost:5037' : page.origin;
}
