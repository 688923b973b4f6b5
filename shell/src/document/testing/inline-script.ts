import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/** Replaces what jsdom lacks or does not let a test change. */
interface Surroundings {
  address?: string;
  /** The `data-` attributes of the script element. */
  dataset?: Record<string, string>;
  /** Answers `fetch`. */
  isOk?: (url: string) => boolean | Promise<boolean>;
  /** Answers dynamic imports. */
  importScript?: () => Promise<unknown>;
  performance?: object;
  /** The theme that the system prefers. */
  isSystemDark?: boolean;
}

/** Effects of a script that the document does not show. */
interface Done {
  reloads: number;
  /** Arguments of `location.replace`. */
  replacements: URL[];
  /** Arguments of `history.replaceState`. */
  addresses: URL[];
  requests: [url: string, options: RequestInit][];
}

/** Runs an inline script as the document does: once, in a block scope. */
export function runInlineScript(file: string, surroundings: Surroundings = {}) {
  const { address = 'http://localhost/contact', dataset = {}, isOk = () => true } = surroundings;
  const done: Done = { reloads: 0, replacements: [], addresses: [], requests: [] };
  const location = {
    ...pick(new URL(address)),
    reload: () => {
      done.reloads += 1;
    },
    replace: (to: URL) => done.replacements.push(to),
  };
  const fetch = async (url: string, options: RequestInit) => {
    done.requests.push([url, options]);
    return { ok: await isOk(url) };
  };
  const replaceState = (_state: unknown, _title: string, to: URL) => done.addresses.push(to);
  const element = document.createElement('script');
  Object.assign(element.dataset, dataset);
  const currentScript = { configurable: true, value: element };
  Object.defineProperty(document, 'currentScript', currentScript);
  const scope = {
    location,
    fetch,
    history: { replaceState, state: null },
    importScript: surroundings.importScript ?? (async () => {}),
    performance: surroundings.performance ?? performance,
    matchMedia: () => ({ matches: surroundings.isSystemDark ?? false }),
  };
  const source = readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
  const code = stripTypeScriptTypes(source).replaceAll(/\bimport(?=\()/g, 'importScript');
  const stop = recordListeners();
  new Function(...Object.keys(scope), `{${code}}`)(...Object.values(scope));
  stop();
  return done;
}

/** Remove the listeners of scripts: all tests of a file share one document. */
const removals: (() => void)[] = [];

function recordListeners(): () => void {
  const restores = [window, document].map((target) => {
    const add = target.addEventListener.bind(target);
    const record = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
      removals.push(() => target.removeEventListener(type, listener, options));
      add(type, listener, options);
    };
    target.addEventListener = record as typeof add;
    return () => (target.addEventListener = add);
  });
  return () => {
    for (const restore of restores) restore();
  };
}

function pick({ href, search, pathname, origin }: URL) {
  return { href, search, pathname, origin };
}

export function resetDocument(body = ''): DOMStringMap {
  for (const remove of removals.splice(0)) remove();
  const { dataset } = document.documentElement;
  for (const name of Object.keys(dataset)) delete dataset[name];
  dataset.languages = 'en de';
  document.documentElement.lang = 'en';
  document.body.innerHTML = body;
  localStorage.clear();
  sessionStorage.clear();
  return dataset;
}
