import { beforeEach, expect, jest, test } from '@jest/globals';

const [live, before] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const release = (id: string) => ({ id, entry: '', base: '' });
const map = {
  key: `home@${live},shell@${live}`,
  pages: [{ section: 'home', path: '/home' }],
  sections: { home: [release(live), release(before)] },
};
document.body.innerHTML = `<script type="application/json" id="live-releases">${JSON.stringify(map)}</script>`;
const { reportSectionErrors } = await import('./report-errors.ts');

const report = jest.fn();
Object.assign(globalThis, { visitor: { report } });
reportSectionErrors();
beforeEach(() => void report.mockClear());

const thrownIn = (...places: string[]) =>
  Object.assign(new TypeError('ada@example.org'), {
    stack: places.map((place) => `at http://x/releases/${place}/x.mjs:1:2`).join('\n'),
  });
const throwOut = (error: unknown) => dispatchEvent(new ErrorEvent('error', { error }));

test('an error outside of rendering is one of the section that threw it, and is reported once', () => {
  const error = thrownIn(`shell/${live}`, `home/${live}`, `home/${before}`);
  for (const _turn of [1, 2]) throwOut(error);
  const reason = thrownIn(`home/${before}`);
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  expect(report.mock.calls).toEqual([
    [`home@${live}`, false, error],
    [`home@${before}`, false, reason],
  ]);
});

test.each([
  ['the shell', thrownIn(`shell/${live}`)],
  ['a release of another page', thrownIn('home/cccccccccccc')],
  ['an extension', Object.assign(new Error(), { stack: 'at chrome-extension://x/y.js:1:2' })],
  ['somebody who throws words', 'oink'],
])("an error of %s is no section's", (_who, error) => {
  throwOut(error);
  expect(report).not.toHaveBeenCalled();
});
