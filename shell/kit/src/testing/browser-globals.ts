import { TextDecoder, TextEncoder } from 'node:util';

// Every browser has them, jsdom has not, and the router asks for them when it is imported.
Object.assign(globalThis, { TextDecoder, TextEncoder });
