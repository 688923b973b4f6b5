import { type Lookup, lookUp, writingDirection } from '@portfolio/contract/texts.ts';
import i18next from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { flushSync } from 'react-dom';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type Language, useSettings } from '../settings.ts';
import { siteFacts } from '../site-facts.ts';
import { changeInView } from '../view-transition.ts';
import { pickLanguage } from './languages.ts';
import { fetchTexts } from './text-releases.ts';

const texts = i18next.createInstance();
const namespace = 'translation';

/**
 * Loads the texts of the visitor's language for the first time; may be called again after a failure.
 * @throws when the texts cannot be loaded or parsed
 */
export async function startTexts(): Promise<void> {
  const language = pickLanguage();
  useSettings.setState({ initialization: 'progress', language });
  if (!texts.isInitialized) await initialize();
  await loadTexts(language);
  await write(language);
  useSettings.setState({ initialization: 'finished' });
}

/** Sets the texts of a language where they are not fetched: on a server, before each page. */
export async function setTexts(language: Language, tree: object): Promise<void> {
  if (!texts.isInitialized) await initialize();
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
export async function switchLanguage(language: Language): Promise<void> {
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
    const visible = texts.language as Language;
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

function loadTexts(language: Language): Promise<void> {
  return new Promise((resolve, reject) => {
    texts.reloadResources([language], namespace, (error?: unknown) =>
      error ? reject(new Error(String(error))) : resolve(),
    );
  });
}

/** Only what differs fades in the view transition. */
function show(language: Language): Promise<void> {
  const turn = switches;
  // Runs a frame later, when the visitor may have chosen another language.
  return changeInView('texts', async () => {
    if (turn === switches) await write(language);
  });
}

async function write(language: Language): Promise<void> {
  await texts.changeLanguage(language);
  // Writing the same value makes Chromium recompute the style of the whole page.
  const { documentElement: root } = document;
  const direction = writingDirection(language);
  if (root.lang !== language) root.lang = language;
  if (root.dir !== direction) root.dir = direction;
  flushSync(() => useSettings.setState({ language, isLanguageLoaded: true }));
}

/**
 * These options switch off all that i18next adds to dotted keys. The backend calls the site's API client and
 * receives a tree, so that the YAML parser is loaded only when needed.
 */
function initialize() {
  return texts
    .use(HttpBackend)
    .use(initReactI18next)
    .init<HttpBackendOptions>({
      supportedLngs: [...siteFacts().languages],
      load: 'currentOnly',
      fallbackLng: false,
      partialBundledLanguages: true,
      resources: {},
      nsSeparator: false,
      maxRetries: 0,
      react: { useSuspense: false },
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
}

/** Far above a real document; parsing much more would freeze the page. */
const maxCharacters = 500_000;

/**
 * Parses a translation document, a tree of keys in YAML. The API answers in JSON, which the browser parses;
 * the YAML parser is loaded when needed.
 */
export async function parseTexts(yaml: string): Promise<Record<string, unknown>> {
  if (yaml.length > maxCharacters) throw new Error(`More than ${maxCharacters} characters`);
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
  const { i18n } = useTranslation(namespace, { i18n: texts });
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

declare global {
  /** Set by the browser of a deploy, which is refused for the paths in it. */
  var missingTexts: Set<string> | undefined;
}
