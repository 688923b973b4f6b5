import { beforeEach, expect, jest, test } from '@jest/globals';

document.body.innerHTML =
  '<script type="application/json" id="live-releases">{"key":"home@h1,shell@s1"}</script>';
const kit = await import('@portfolio/kit');
const showHint = jest.fn();
jest.unstable_mockModule('@portfolio/kit', () => ({ ...kit, showHint }));
const { useRoute } = await import('../routing/history.ts');
await import('./release-notices.ts');

const fetch = jest.fn<(address: string, call: object) => Promise<unknown>>();
const timeout = jest.spyOn(AbortSignal, 'timeout');
Object.assign(globalThis, { fetch });
beforeEach(() => {
  for (const name of ['preview', 'lostShell'] as const) delete kit.siteFacts()[name];
});

const navigate = () =>
  useRoute.setState(({ location }) => {
    return { location: { ...location, pathname: `${location.pathname}a` } };
  });
const comeBack = (persisted: boolean) =>
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

/** Goes on while these releases are live. @returns the hints that are shown then */
async function offers(live: string, goOn: () => unknown = navigate): Promise<unknown[]> {
  showHint.mockClear();
  fetch.mockResolvedValue({ headers: new Map([['Releases', live]]) });
  goOn();
  await new Promise((resolve) => setTimeout(resolve));
  return showHint.mock.calls.flat();
}

const action = { path: 'notices.reload', run: expect.any(Function) };
const offer = { kind: 'info', path: 'notices.newRelease', seconds: 20, action };

test('a newer set of releases is offered once, and another one again', async () => {
  expect(await offers('home@h1,shell@s1')).toEqual([]);
  expect(await offers('home@h2,shell@s1')).toEqual([offer]);
  expect(await offers('home@h2,shell@s1')).toEqual([]);
  expect(await offers('home@h3,shell@s1', () => comeBack(true))).toEqual([offer]);
  expect(await offers('home@h9,shell@s1', () => comeBack(false))).toEqual([]);
  expect(fetch).toHaveBeenCalledTimes(4);
  const signal = timeout.mock.results[0]?.value;
  expect(fetch.mock.calls[0]).toEqual(['/api/locales/en', { method: 'HEAD', signal }]);
  expect(timeout).toHaveBeenCalledWith(8000);
});

test('none is offered while a form has unsent text', async () => {
  kit.typed.message = 'Half a';
  expect(await offers('home@h4,shell@s1')).toEqual([]);
  kit.typed.message = '';
  expect(await offers('home@h4,shell@s1')).toEqual([offer]);
});

test.each([
  ['a preview', { preview: 'home@h9' }, 'home@h6,shell@s1'],
  ['a page whose shell failed', { lostShell: 'shell@s2' }, 'home@h1,shell@s2'],
  ['a page whose site says nothing', {}, ''],
])('%s is offered none', async (_what, facts, live) => {
  Object.assign(kit.siteFacts(), facts);
  expect(await offers(live)).toEqual([]);
});
