import { TextDecoder, TextEncoder } from 'node:util';

// The router needs these when it is imported; jsdom lacks them.
Object.assign(globalThis, { TextDecoder, TextEncoder });

// The server writes this into every document; some tests run without one.
if ('document' in globalThis) {
  document.documentElement.dataset.languages = 'en de';
  // jsdom has no beacons.
  Object.assign(navigator, { sendBeacon: () => true });
}
