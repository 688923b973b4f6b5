import { TextDecoder, TextEncoder } from 'node:util';

// Every browser has them, jsdom has not, and the router asks for them when it is imported.
Object.assign(globalThis, { TextDecoder, TextEncoder });

// What the server writes into every document; tests without one have no use for it.
if ('document' in globalThis) document.documentElement.dataset.languages = 'en de';
