import type { Config } from '@portfolio/api/config.ts';
import { localAddress } from '@portfolio/api/local-address.ts';
import type { Release } from '@portfolio/releases';

/** Opens the previewed section on the site; a shell is previewed on the home page. */
export function previewLink({ PUBLIC_URL, PORT }: Config, { name, id }: Release): string {
  const site = PUBLIC_URL ?? localAddress(PORT);
  const path = name === 'shell' ? 'home' : name;
  return new URL(`/${path}?preview=${name}@${id}`, site).href;
}
