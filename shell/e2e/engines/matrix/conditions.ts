import type { FaultProxy } from '../fault-proxy.ts';
import type { Visitor } from '../visitor.ts';

/** What an action may need and a condition may remove. */
export type Need =
  | 'the network'
  | 'a section'
  | 'texts'
  | 'a late part'
  | 'a late part of a section';

/** A condition of a visit that is no fault of the site. */
export interface Condition {
  lacks?: readonly Need[];
  /** Runs before the page is requested, with the addresses of all later files. */
  onBefore?: (faultProxy: FaultProxy, late: readonly string[]) => void;
  onReady?: (faultProxy: FaultProxy, visitor: Visitor) => unknown;
  complaints?: RegExp;
}

/** Lost files, in the words of each engine. */
export const lost =
  /Failed to load|Not loaded|Loading module from|NetworkError|Load failed|error loading|dynamically imported|Importing a module/;

export const conditions: Record<string, Condition> = {
  offline: {
    lacks: ['the network', 'a section', 'texts', 'a late part', 'a late part of a section'],
    onReady: (faultProxy) => faultProxy.setFault(/./, 'is cut off'),
    complaints: lost,
  },
  'where every section comes late': {
    onBefore: (faultProxy) => faultProxy.setFault(/^\/releases\/(?!shell\/).*\.mjs$/, 'comes late'),
  },
  'where every late file is lost once': {
    onBefore: (faultProxy, late) => {
      // Not its repeated request, which has another address.
      for (const file of late)
        faultProxy.setFault(new RegExp(`^${RegExp.escape(file)}$`), 'is lost once');
    },
    complaints: lost,
  },
  'where no late file of the shell comes': {
    lacks: ['a late part'],
    onBefore: (faultProxy, late) => {
      for (const file of late.filter((it) => it.startsWith('/releases/shell/')))
        faultProxy.setFault(new RegExp(`^${RegExp.escape(file)}`), 'is cut off');
    },
    complaints: lost,
  },
  'translated by the browser': { onReady: (_door, visitor) => visitor.evaluate(translatePage) },
  'with an element in the form before the app runs': {
    onBefore: (faultProxy) => faultProxy.addInitScript(addToForms),
    complaints: /^The page had to be rendered again/,
  },
  'with storage that throws': { onBefore: (faultProxy) => faultProxy.addInitScript(refuseStorage) },
  'where no texts come': {
    lacks: ['texts'],
    onReady: (faultProxy) => faultProxy.setFault(/^\/api\/locales/, 'is cut off'),
    complaints: lost,
  },
  'with an extension that loads a module first': {
    onBefore: (faultProxy) => faultProxy.addInitScript(() => {}, 'module'),
    // Firefox applies no import map after a module. Without one, a late file is refused once, and then loaded with its hash.
    complaints: /^Not loaded: undefined$|missing integrity metadata/,
  },
};

/** Runs in the page: replaces every text by another element, also later ones, as Chrome's translation does. */
function translatePage(): void {
  const translate = (within: Node) => {
    const found = within instanceof Text ? [within] : [];
    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const isLeft = text.parentElement?.closest('font, script, style, textarea, noscript');
      if (isLeft || !text.data.trim()) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate(document.body);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes]) {
        if (node.isConnected) translate(node);
      }
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** Adds an element beside each field, as a password manager does. */
function addToForms(): void {
  document.addEventListener('DOMContentLoaded', () => {
    for (const field of document.querySelectorAll('form input')) {
      const added = document.createElement('div');
      added.dataset.manager = '';
      field.after(added);
    }
  });
}

/** Simulates a browser that refuses storage. */
function refuseStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
}
