import { type Lookup, lookUp } from '@portfolio/contract/texts.ts';
import i18next from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { flushSync } from 'react-dom';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type Language, useSettings } from '../settings.ts';
import { changeInView } from '../view-transition.ts';
import { keepLanguage, offeredLanguages, pickLanguage } from './languages.ts';
import type { TextReleases } from './text-releases.ts';

const texts = i18next.createInstance();
const namespace = 'translation';

/** The texts of a language could not be loaded or read; the message says why. */
export class TextsUnavailableError extends Error {
  override name = 'TextsUnavailableError';
}

/**
 * Loads the visitor's language for the first time; may be called again after a failure.
 * @param releases those that the texts have to be of, here and at every switch of the language
 * @throws TextsUnavailableError when they cannot be loaded or read.
 */
export async function startTexts(releases: TextReleases): Promise<void> {
  const language = pickLanguage();
  useSettings.setState({ initialization: 'progress', language });
  if (!texts.isInitialized) await initialize(releases);
  await fetchTexts(language);
  await show(language);
  useSettings.setState({ initialization: 'finished' });
}

let switches = 0;

/**
 * Switches the language: the token at once, the texts when they are there. A visitor who
 * switches twice in a hurry gets the last choice, whichever answer comes last.
 * @throws TextsUnavailableError; the language that is shown is then the chosen one again.
 */
export async function switchLanguage(language: Language): Promise<void> {
  switches += 1;
  const turn = switches;
  keepLanguage(language);
  useSettings.setState({ language, isLanguageLoaded: false });
  try {
    await fetchTexts(language);
    if (turn === switches) await show(language);
  } catch (error) {
    // Where the page is left meanwhile, its calls are broken off and no task comes any more: the choice stays.
    await new Promise((resolve) => setTimeout(resolve));
    const shown = texts.language as Language;
    if (turn === switches) {
      keepLanguage(shown);
      await show(shown);
    }
    throw error;
  }
}

/**
 * Loads the texts again, when a section turned out to be of another release than the page's others.
 * Before the first texts are there that is no work: their answer is looked at anyway. A visitor who
 * switches the language meanwhile keeps that.
 * @throws TextsUnavailableError
 */
export async function reloadTexts(): Promise<void> {
  const { initialization, language } = useSettings.getState();
  if (initialization !== 'finished') return;
  const turn = switches;
  await fetchTexts(language);
  // Not in view: the texts of a release that stands in come while its tab is being clicked.
  if (turn === switches) await write(language);
}

function fetchTexts(language: Language): Promise<void> {
  return new Promise((resolve, reject) => {
    texts.reloadResources([language], namespace, (error?: unknown) =>
      error ? reject(new TextsUnavailableError(String(error))) : resolve(),
    );
  });
}

/** Only what differs fades: the page before and the page after lie one upon the other. */
function show(language: Language): Promise<void> {
  if (useSettings.getState().initialization !== 'finished') return write(language);
  const turn = switches;
  // A frame passes until then, in which the visitor may choose another.
  return changeInView('texts', async () => {
    if (turn === switches) await write(language);
  });
}

async function write(language: Language): Promise<void> {
  await texts.changeLanguage(language);
  // Written again as it is, it makes Chromium look up the style of the whole page anew.
  if (document.documentElement.lang !== language) document.documentElement.lang = language;
  flushSync(() => useSettings.setState({ language, isLanguageLoaded: true }));
}

/**
 * One document per language and dotted keys, nothing else: every option here switches off something
 * that i18next would add. What asks is the site's own API client; it hands over a tree and leaves the
 * backend nothing to parse, because the parser for all but JSON comes later.
 */
function initialize(releases: TextReleases) {
  return texts
    .use(HttpBackend)
    .use(initReactI18next)
    .init<HttpBackendOptions>({
      supportedLngs: [...offeredLanguages()],
      load: 'currentOnly',
      fallbackLng: false,
      partialBundledLanguages: true,
      resources: {},
      nsSeparator: false,
      maxRetries: 0,
      react: { useSuspense: false },
      backend: {
        loadPath: '/api/locales/{{lng}}',
        request: (_options, path, _payload, answer) => {
          releases
            .load(path)
            .then(parseTexts)
            .then(
              (data) => answer(undefined, { status: 200, data }),
              (error) => answer(error, undefined),
            );
        },
      },
    });
}

/** Many times a real document; much more would freeze the page while it is parsed. */
const largest = 500_000;

/**
 * Reads a translation document: YAML, the safe schema, a tree of keys. The site's own answer is YAML as
 * JSON writes it, which the browser reads by itself; the parser for all other YAML is fetched when it
 * is needed.
 */
export async function parseTexts(yaml: string): Promise<Record<string, unknown>> {
  if (yaml.length > largest) throw new Error(`More than ${largest} characters`);
  let tree: unknown;
  try {
    tree = JSON.parse(yaml);
  } catch {
    tree = (await import('js-yaml')).load(yaml);
  }
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree))
    throw new Error('The translation document is no tree of keys');
  return tree as Record<string, unknown>;
}

/**
 * The lookup in the visitor's language. It takes what lies at the path and only that: i18next's own
 * `t` would show a number as a text, an empty text as its path, and would interpolate and nest.
 */
export function useText(): Lookup {
  const { i18n } = useTranslation(namespace, { i18n: texts });
  return (path) => {
    const text = lookUp(i18n.getResourceBundle(i18n.language, namespace), path);
    if (text === path) globalThis.missingTexts?.add(path);
    return text;
  };
}

declare global {
  /** Given by the browser that inspects a release: it is refused for what lands here. */
  var missingTexts: Set<string> | undefined;
}
