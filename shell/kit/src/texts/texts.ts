import {
  defaultLanguage,
  type Lookup,
  lookUp,
  writingDirection,
} from '@portfolio/contract/texts.ts';
import i18next from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api-client.ts';
import { useSettings } from '../settings.ts';
import { siteFacts } from '../site-facts.ts';
import { changeInView } from '../view-transition.ts';

const namespace = 'translation';
const texts = i18next.createInstance();
// The lookup below needs nothing of what i18next adds to dotted keys. The backend calls the site's API client and
// receives a tree, so that the YAML parser is loaded only when needed.
void texts.use(HttpBackend).init<HttpBackendOptions>({
  initAsync: false,
  load: 'currentOnly',
  fallbackLng: false,
  maxRetries: 0,
  backend: {
    loadPath: '{{lng}}',
    request: (_options, language, _payload, answer) => {
      fetchTexts(language)
        .then(parseTexts)
        .then(
          (data) => answer(undefined, { status: 200, data }),
          (error) => answer(error, undefined),
        );
    },
  },
});

/**
 * Loads the texts of the visitor's language for the first time; may be called again after a failure.
 * @throws when the texts cannot be loaded or parsed
 */
export async function startTexts(): Promise<void> {
  const language = pickLanguage();
  useSettings.setState({ initialization: 'progress', language });
  await loadTexts(language);
  await write(language);
  useSettings.setState({ initialization: 'finished' });
}

/** The language of the address (for this visit, not stored), else the stored one, else that of the document. */
export function pickLanguage(): string {
  const offered = siteFacts().languages;
  const isOffered = (language: unknown) => offered.find((each) => each === language);
  return (
    isOffered(new URLSearchParams(location.search).get('language')) ??
    isOffered(globalThis.visitor?.choice('language')) ??
    isOffered(document.documentElement.lang) ??
    defaultLanguage
  );
}

/** Sets the texts of a language where they are not fetched: on a server, before each page. */
export async function setTexts(language: string, tree: object): Promise<void> {
  texts.addResourceBundle(language, namespace, tree);
  await texts.changeLanguage(language);
  useSettings.setState({ initialization: 'finished', language, isLanguageLoaded: true });
}

/** Only the last switch of the language has an effect. */
let switches = 0;

/**
 * Switches the language in the settings at once, and the texts when they are loaded.
 * @throws when the texts cannot be loaded or parsed, unless another choice followed; the language is then set
 * back to that of the visible texts
 */
export async function switchLanguage(language: string): Promise<void> {
  switches += 1;
  const turn = switches;
  globalThis.visitor?.keepLanguage(language);
  useSettings.setState({ language, isLanguageLoaded: false });
  try {
    await loadTexts(language);
    if (turn === switches) await show(language);
  } catch (error) {
    // Leaving the page aborts the call and runs no further task, so the choice stays.
    await new Promise((resolve) => setTimeout(resolve));
    if (turn !== switches) return;
    const visible = texts.language;
    globalThis.visitor?.keepLanguage(visible);
    await show(visible);
    throw error;
  }
}

/**
 * Loads the texts again after a section fell back to another release. Until the first texts are loaded, their
 * own call checks the releases. A switch of the language meanwhile takes precedence.
 * @throws when the texts cannot be loaded or parsed
 */
export async function reloadTexts(): Promise<void> {
  const { initialization, language } = useSettings.getState();
  if (initialization !== 'finished') return;
  const turn = switches;
  await loadTexts(language);
  // Without a view transition, which might interrupt a click.
  if (turn === switches) await write(language);
}

function loadTexts(language: string): Promise<void> {
  return new Promise((resolve, reject) => {
    texts.reloadResources([language], namespace, (error?: unknown) =>
      error ? reject(new Error(String(error))) : resolve(),
    );
  });
}

/** Only what differs fades in the view transition. */
function show(language: string): Promise<void> {
  const turn = switches;
  // Runs a frame later, when the visitor may have chosen another language.
  return changeInView('texts', async () => {
    if (turn === switches) await write(language);
  });
}

async function write(language: string): Promise<void> {
  await texts.changeLanguage(language);
  // Writing the same value makes Chromium recompute the style of the whole page.
  const { documentElement: root } = document;
  const direction = writingDirection(language);
  if (root.lang !== language) root.lang = language;
  if (root.dir !== direction) root.dir = direction;
  flushSync(() => useSettings.setState({ language, isLanguageLoaded: true }));
}

let key: string | undefined;

/** The releases whose texts this page shows; a section may have another one than the document says. */
const ownKey = () => key ?? siteFacts().key ?? '';

/** Handles a section that has a release now; its texts are those of the next call. @returns whether it had another */
export function replaceRelease(section: string, id: string): boolean {
  const before = ownKey();
  const replaced = (release: string) =>
    release.startsWith(`${section}@`) ? `${section}@${id}` : release;
  key = before.split(',').map(replaced).join(',');
  return key !== before;
}

/**
 * Fetches all texts of a language as YAML. The call names the releases of this page: a deploy does not change
 * the texts of an open one.
 */
async function fetchTexts(language: string): Promise<string> {
  const asked = ownKey();
  const path = `/api/locales/${language}?releases=${asked}`;
  const texts = await callApi<string>({ method: 'GET', path });
  // A section fell back meanwhile.
  return asked === ownKey() ? texts : fetchTexts(language);
}

/**
 * Parses a translation document, a tree of keys in YAML. The API answers in JSON, which the browser parses;
 * the YAML parser is loaded when needed.
 */
export async function parseTexts(yaml: string): Promise<Record<string, unknown>> {
  let tree: unknown;
  try {
    tree = JSON.parse(yaml);
  } catch {
    tree = (await import('js-yaml')).load(yaml);
  }
  const isTree = typeof tree === 'object' && tree !== null && !Array.isArray(tree);
  if (!isTree) throw new Error('The translation document is no tree of keys');
  return tree as Record<string, unknown>;
}

/**
 * The lookup in the visitor's language. It is not the `t` of i18next, which accepts numbers, treats an empty
 * text as missing, interpolates and nests.
 */
export function useText(): Lookup {
  const { i18n } = useTranslation(namespace, { i18n: texts, useSuspense: false });
  return (path) => {
    const text = lookUp(i18n.getResourceBundle(i18n.language, namespace), path);
    if (text === path) globalThis.missingTexts?.add(path);
    return text;
  };
}

/** The lookup outside of components. */
export function textNow(path: string): string {
  return lookUp(texts.getResourceBundle(texts.language, namespace), path);
}

/** The name of a language: from the texts, else in that language, capitalized as in a list. */
export function languageName(language: string, text: (path: string) => string): string {
  const path = `header.language.${language}`;
  const name = text(path);
  if (name !== path) return name;
  // A missing name must not make a deploy fail.
  globalThis.missingTexts?.delete(path);
  const own = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return own.charAt(0).toLocaleUpperCase(language) + own.slice(1);
}

declare global {
  /** Set by the browser of a deploy, which is refused for the paths in it. */
  var missingTexts: Set<string> | undefined;
}
