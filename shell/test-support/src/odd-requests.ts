import { METHODS } from 'node:http';
import fc from 'fast-check';

const odd = fc.constantFrom(
  ...[
    '..',
    '.',
    '%2e%2e',
    '..%2f',
    '%00',
    '%E0%A4%A',
    '%',
    '%ff',
    ';',
    '\\',
    '*',
    '{}',
    '__proto__',
  ],
  ...['constructor', 'home@0123456789ab', '0123456789ab', 'x'.repeat(3000), '%F0%9F%90%B7', 'en'],
);
const place = fc.constantFrom(
  '',
  'home',
  'api',
  'api/locales',
  'api/locales/de',
  'releases/shell',
  'api/contact',
);
const address = fc
  .tuple(
    place,
    fc.array(fc.oneof(odd, fc.webSegment()), { maxLength: 3, size: 'xsmall' }),
    fc.oneof(
      fc.webQueryParameters(),
      fc.constantFrom('preview=home@0123456789ab', 'preview=%0apig', 'without=shell@0123456789ab'),
    ),
  )
  .map(([first, rest, query]) => `/${[first, ...rest].join('/')}${query && `?${query}`}`);
const value = fc.oneof(
  fc.constantFrom(
    'en',
    'br;q=0.1, gzip',
    'application/json',
    'bytes=0-5',
    '"tag"',
    '12',
    'chunked',
  ),
  odd,
  fc.string({ unit: fc.constantFrom(...'abzAZ09 ,;=*/"\\()<>@:[]{}-_.%\t') }),
);
const name = fc.constantFrom(
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'If-None-Match', 'Range', 'Cookie', 'Origin'],
  ...['Content-Type', 'X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'If-Modified-Since'],
  ...['Host', 'Expect', 'Content-Encoding', 'Upgrade'],
);
/** A request such as scanners and broken clients send. */
export const oddRequest = fc.record({
  method: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST') },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS, 'PIG') },
  ),
  address: fc.oneof({ weight: 9, arbitrary: address }, { weight: 1, arbitrary: odd }),
  headers: fc.array(fc.tuple(name, value), { maxLength: 2 }),
});
export type OddRequest = typeof oddRequest extends fc.Arbitrary<infer Value> ? Value : never;
