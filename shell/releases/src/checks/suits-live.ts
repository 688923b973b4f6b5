import { faultOfPage, pageAt } from '@portfolio/contract/pages.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import { readAllowances } from '../access/allowances.ts';
import { readLiveSet } from '../live/live-releases.ts';
import { ownerOfPath, unmetBy } from '../live/live-set.ts';
import { fallbackDepth, readPointerOrLast } from '../live/pointer.ts';
import { listOrigins } from '../release/origins.ts';
import { readRelease } from '../release/read-release.ts';
import type { Release } from '../release/release.ts';
import { isOwnKey, languageOf } from '../release/texts.ts';
import { listNames, type Store } from '../store/store.ts';

/** The texts of a release by language. */
export type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Whether a release would suit what is live, by what it says of itself and by its texts.
 * @returns every fault at once, each a sentence that says what to do
 */
export async function checkSuitsLive(
  store: Store,
  contract: Pick<Release, 'name' | 'requires' | 'provides' | 'page' | 'origins'>,
  texts: Texts,
): Promise<string[]> {
  if (contract.name === 'shell')
    return [...missingKeys(texts), ...(await brokenSections(store, contract.provides))];
  const [shell] = await liveAndBefore(store, 'shell');
  return [
    ...missingKeys(texts),
    ...foreignKeys(contract.name, texts),
    ...(shell ? unmetRequirements(contract, shell) : []),
    ...(shell ? missingLanguages(texts, shell) : []),
    ...(await faultsOfPlace(store, contract, texts)),
    ...(await notGranted(store, contract)),
  ];
}

/** What a section asks to reach, and the owner has not granted it: a folder alone grants nothing. */
async function notGranted(
  store: Store,
  { name, origins }: Pick<Release, 'name' | 'origins'>,
): Promise<string[]> {
  const asked = listOrigins(origins);
  const allowances = asked.length > 0 ? await readAllowances(store) : undefined;
  if (!allowances) return [];
  const granted = listOrigins(allowances[name]?.origins);
  const missing = asked.filter((each) => !granted.includes(each));
  if (missing.length === 0) return [];
  const options = missing.map((each) => ` --grant ${each}`).join('');
  return [
    `"origins" in its package.json asks for what ${name} was not granted. The owner grants it with: npm run keys -- allow ${name}${options}`,
  ];
}

/** A new shell has to suit what is live, and what that would fall back to. */
async function brokenSections(store: Store, provides: Release['provides']): Promise<string[]> {
  const names = (await listNames(store)).filter((name) => name !== 'shell');
  const sections = await Promise.all(names.map((name) => liveAndBefore(store, name)));
  return sections.flat().flatMap((section) => unmetRequirements(section, { provides }));
}

async function liveAndBefore(store: Store, name: string): Promise<Release[]> {
  const ids = (await readPointerOrLast(store, name)).ids.slice(0, fallbackDepth);
  const releases = await Promise.all(ids.map((id) => readRelease(store, name, id)));
  return releases.filter((release) => release !== undefined);
}

/**
 * What a section asks for and the shell does not provide in that range. At run time a mismatch
 * would only be React's error 306, without a word of federation.
 * @param shell without an id it is the one that is being released
 */
function unmetRequirements(
  section: Pick<Release, 'name' | 'requires'>,
  shell: Pick<Release, 'provides'> & { id?: string },
): string[] {
  const whichShell = shell.id ? `the shell (${shell.id})` : 'this shell';
  return unmetBy(shell, section).map(({ name, range, version }) =>
    version
      ? `${section.name} requires ${name} ${range}, but ${whichShell} provides ${version}. Change the range in its peerDependencies, or deploy a shell that provides it.`
      : `${section.name} requires ${name}, which ${whichShell} does not provide. Reach it through the kit, or bundle it as a dependency.`,
  );
}

/** Why a section cannot stand where it says: another one does, or its entry would have no name. */
async function faultsOfPlace(
  store: Store,
  { name, page }: Pick<Release, 'name' | 'page'>,
  texts: Texts,
): Promise<string[]> {
  if (!page) return [];
  const fault = faultOfPage(name, page);
  if (fault) return [fault];
  const set = await readLiveSet(store);
  const owner = set && ownerOfPath(page.path, set.sections);
  const holder = pageAt(set?.pages ?? [], page.path)?.section ?? owner ?? name;
  const taken =
    holder === name
      ? []
      : [
          `"page.path" is "${page.path}", where ${holder} stands. Choose another one in its package.json, or ask the owner to take ${holder} out (npm run releases -- retire ${holder}).`,
        ];
  return [...taken, ...missingLabel(name, page.label, texts)];
}

/** A label of the shell's texts is the shell's business. */
function missingLabel(name: string, label: string, texts: Texts): string[] {
  if (!label.startsWith(`${name}.`)) return [];
  const lacking = Object.keys(texts).filter((language) => lookUp(texts[language], label) === label);
  return lacking.map(
    (language) =>
      `locales/${language}.yaml lacks the key "${label}", its name in the navigation ("page.label" in its package.json).`,
  );
}

/** What one language lacks and another has, in sentences. */
function missingKeys(texts: Texts): string[] {
  const all = new Set(Object.values(texts).flatMap((tree) => keysOf(tree)));
  return Object.entries(texts).flatMap(([language, tree]) => {
    const own = new Set(keysOf(tree));
    return [...all]
      .filter((key) => !own.has(key))
      .map((key) => `locales/${language}.yaml lacks the key "${key}" that another language has.`);
  });
}

function foreignKeys(section: string, texts: Texts): string[] {
  return Object.entries(texts).flatMap(([language, tree]) =>
    Object.keys(tree)
      .filter((key) => !isOwnKey(section, key))
      .map(
        (key) =>
          `locales/${language}.yaml has the top-level key "${key}"; a section's texts belong below "${section}".`,
      ),
  );
}

/** Languages the shell offers and a section has no texts in: there it would show nothing but paths. */
function missingLanguages(texts: Texts, shell: Pick<Release, 'files' | 'id'>): string[] {
  const offered = Object.keys(shell.files).flatMap((file) => languageOf(file) ?? []);
  return offered
    .filter((language) => !Object.hasOwn(texts, language))
    .map(
      (language) =>
        `locales/${language}.yaml is missing, a language that the shell (${shell.id}) offers.`,
    );
}

/** Every dotted key path that leads to a text. */
function keysOf(tree: unknown, prefix = ''): string[] {
  if (typeof tree !== 'object' || tree === null) return [prefix];
  return Object.entries(tree).flatMap(([key, value]) =>
    keysOf(value, prefix ? `${prefix}.${key}` : key),
  );
}
