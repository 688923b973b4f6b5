import { beforeEach, expect, test } from '@jest/globals';
import { showHint, siteFacts, typed } from '@portfolio/kit';
import { answerCalls } from '@portfolio/kit/testing';

document.body.innerHTML =
  '<script type="application/json" id="live-releases">{"key":"home@h1,shell@s1"}</script>';
const { useRoute } = await import('../routing/history.ts');
await import('./release-notices.ts');

beforeEach(() => {
  // Makes Node's `Headers` a global.
  answerCalls(() => ({ body: '' }));
  for (const name of ['preview', 'lostShell'] as const) delete siteFacts()[name];
});

let visits = 0;

/** Navigates while these releases are live. @returns the number of hints that are shown then */
async function visit(live: string): Promise<number> {
  visits += 1;
  const answer = { ok: true, status: 204, headers: new Headers({ Releases: live }) };
  Object.assign(globalThis, { fetch: async () => answer });
  const first = numberHint();
  const pathname = `/page-${visits}`;
  useRoute.setState(({ location }) => ({ location: { ...location, pathname } }));
  await new Promise((resolve) => setTimeout(resolve));
  return numberHint() - first - 1;
}

/** All hints are numbered. */
const numberHint = () => showHint({ kind: 'info', words: '', seconds: 1 });

test('a newer set of releases is offered once, and another one again', async () => {
  expect(await visit('home@h1,shell@s1')).toBe(0);
  expect(await visit('home@h2,shell@s1')).toBe(1);
  expect(await visit('home@h2,shell@s1')).toBe(0);
  expect(await visit('home@h3,shell@s1')).toBe(1);
});

test('none is offered while a form has unsent text', async () => {
  typed.message = 'Half a';
  expect(await visit('home@h4,shell@s1')).toBe(0);
  typed.message = '';
  expect(await visit('home@h4,shell@s1')).toBe(1);
});

test.each([
  ['a preview', { preview: 'home@h9' }, 'home@h6,shell@s1'],
  ['a page whose shell failed', { lostShell: 'shell@s2' }, 'home@h1,shell@s2'],
  ['a page whose site says nothing', {}, ''],
])('%s is offered none', async (_what, facts, live) => {
  Object.assign(siteFacts(), facts);
  expect(await visit(live)).toBe(0);
});
