import { beforeEach, expect, jest, test } from '@jest/globals';
import { readJson } from '../testing/read-json.ts';

const [live, before] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const release = (id: string) => ({ id, entry: '', base: '' });
const map = {
  key: `home@${live},shell@${live}`,
  pages: [{ section: 'home', path: '/home' }],
  sections: { home: [release(live), release(before)] },
};
document.body.innerHTML = `<script type="application/json" id="live-releases">${JSON.stringify(map)}</script>`;
const { reportSectionErrors } = await import('./report-errors.ts');

const sent = jest.spyOn(navigator, 'sendBeacon');
reportSectionErrors();
beforeEach(() => void sent.mockClear());

const thrownIn = (...places: string[]) =>
  Object.assign(new TypeError('ada@example.org'), {
    stack: places.map((place) => `at http://x/releases/${place}/x.mjs:1:2`).join('\n'),
  });
const throwOut = (error: unknown) => dispatchEvent(new ErrorEvent('error', { error }));

test('an error outside of rendering is one of the section that threw it, and is reported once without its message', async () => {
  for (const _turn of [1, 2]) throwOut(thrownIn(`shell/${live}`, `home/${live}`, `home/${before}`));
  const reason = thrownIn(`home/${before}`);
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const reports = sent.mock.calls.map(([, report]) => readJson(report as Blob));
  const place = (name: string, id: string) => `/releases/${name}/${id}/x.mjs:1:2`;
  expect(await Promise.all(reports)).toEqual([
    {
      release: `home@${live}`,
      hasFailed: false,
      error: `TypeError ${place('shell', live)} ${place('home', live)} ${place('home', before)}`,
    },
    {
      release: `home@${before}`,
      hasFailed: false,
      error: `TypeError ${place('home', before)}`,
    },
  ]);
});

test.each([
  ['the shell', thrownIn(`shell/${live}`)],
  ['a release of another page', thrownIn('home/cccccccccccc')],
  ['an extension', Object.assign(new Error(), { stack: 'at chrome-extension://x/y.js:1:2' })],
  ['somebody who throws words', 'oink'],
])("an error of %s is no section's", (_who, error) => {
  throwOut(error);
  expect(sent).not.toHaveBeenCalled();
});
