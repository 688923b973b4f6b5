import type { Config } from '@portfolio/api/config.ts';
import { localAddress } from '@portfolio/api/local-address.ts';
import { pathOf, type Release } from '@portfolio/releases';

/** Opens the previewed section on the site; a shell is previewed on the home page. */
export function previewLink({ PUBLIC_URL, PORT }: Config, release: Release): string {
  const { name, id } = release;
  const site = PUBLIC_URL ?? localAddress(PORT);
  const path = name === 'shell' ? '/home' : pathOf(release);
  return new URL(`${path}?preview=${name}@${id}`, site).href;
}
