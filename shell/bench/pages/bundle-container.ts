// Replaces the shell's container, which opens sections by federation.
import type { ComponentType } from 'react';

const pages: Record<string, () => Promise<{ default: ComponentType }>> = {
  /* one for each section */
};

/** A bundle shares nothing. */
export const shareScope = {};

export async function openPage(entry: string): Promise<ComponentType> {
  const [section = ''] = new URL(entry, location.origin).pathname.split('/').slice(2);
  const page = await pages[section]?.();
  if (!page) throw new Error(`There is no page of ${section}.`);
  return page.default;
}
