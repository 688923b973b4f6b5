import { refuse } from './release-errors.ts';
import { missingKeys, readTexts, type Texts } from './text-keys.ts';

/**
 * Refuses a built folder that would fail its visitors.
 * @throws ReleaseRefusedError that names every fault at once and what to do.
 */
export async function passGate(name: string, folder: string): Promise<void> {
  const texts = await readTexts(folder).catch((error: Error) => {
    throw refuse.faults(name, [`Its locales/ cannot be read: ${error.message}`]);
  });
  const faults = [...missingKeys(texts), ...foreignKeys(name, texts)];
  if (faults.length > 0) throw refuse.faults(name, faults);
}

/** A section's texts live below its own name (and `hints`), so that two sections never collide. */
function foreignKeys(name: string, texts: Texts): string[] {
  if (name === 'shell') return [];
  return Object.entries(texts).flatMap(([language, tree]) =>
    Object.keys(tree)
      .filter((key) => key !== name && key !== 'hints')
      .map(
        (key) =>
          `locales/${language}.yaml has the top-level key "${key}"; a section's texts belong below "${name}".`,
      ),
  );
}
