import type { Release } from '@portfolio/releases';

/** Languages the shell offers and a section has no texts in: there it would show nothing but paths. */
export function missingLanguages(
  section: Pick<Release, 'files'>,
  shell: Pick<Release, 'files' | 'id'>,
): string[] {
  const offered = Object.keys(shell.files).filter((file) => /^locales\/[^/]+\.yaml$/.test(file));
  return offered
    .filter((file) => !(file in section.files))
    .map((file) => `${file} is missing, a language that the shell (${shell.id}) offers.`);
}
