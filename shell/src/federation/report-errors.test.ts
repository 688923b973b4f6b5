import { beforeEach, expect, jest, test } from '@jest/globals';

const [live, before] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const release = (id: string) => ({ id, entry: '', base: '' });
const map = {
  key: `home@${live},shell@${live}`,
  pages: [{ section: 'home', path: '/home' }],
  sections: { home: [release(live), release(before)] },
};
document.body.innerHTML = `<script type="application/json" id="live-releases">${JSON.stringify(map)}</script>`;
// The build defines it.
Object.assign(globalThis, { PROVIDED_VERSIONS: {} });
const reported = jest.fn();
jest.unstable_mockModule('./report-fault.ts', () => ({ reportFault: reported }));
const { reportSectionErrors } = await import('./report-errors.ts');

reportSectionErrors();
beforeEach(() => void reported.mockClear());

const thrownIn = (...places: string[]) =>
  Object.assign(new Error(), {
    stack: places.map((place) => `at http://x/releases/${place}/x.mjs:1:2`).join('\n'),
  });
const throwOut = (error: unknown) => dispatchEvent(new ErrorEvent('error', { error }));

test('an error outside of rendering is one of the section that threw it, or called what did', () => {
  throwOut(thrownIn(`shell/${live}`, `home/${live}`, `home/${before}`));
  const reason = thrownIn(`home/${before}`);
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  expect(reported.mock.calls.map(([name]) => name)).toEqual([`home@${live}`, `home@${before}`]);
});

test.each([
  ['the shell', thrownIn(`shell/${live}`)],
  ['a release of another page', thrownIn('home/cccccccccccc')],
  ['an extension', Object.assign(new Error(), { stack: 'at chrome-extension://x/y.js:1:2' })],
  ['somebody who throws words', 'oink'],
])("an error of %s is no section's", (_who, error) => {
  throwOut(error);
  expect(reported).not.toHaveBeenCalled();
});
