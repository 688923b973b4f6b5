import { text } from '../fixtures/text.ts';
import { computer } from '../fixtures/windows.ts';
import { testAtOwnSite as test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** Leaves for a document that is no page of a section, acts there, and goes back. */
async function leavesAndComesBack(visitor: Visitor, path: string, act: () => Promise<unknown>) {
  await visitor.evaluate("document.documentElement.dataset.left = ''");
  await visitor.leaveFor('/nothing');
  await visitor.waitForUrl('/nothing');
  // A document that is left during a call says so, and undoes a choice.
  await visitor.waitForApp();
  await act();
  // Delayed, as a page that is left during a call does not answer it.
  await visitor.evaluate('setTimeout(() => history.back())');
  await visitor.waitForUrl(path);
  await visitor.waitForApp();
  return visitor.evaluate<boolean>("return 'left' in document.documentElement.dataset");
}

test('a page is as it was on return, with what changed since', async ({ visitor, visitedSite }) => {
  test.slow();
  await visitor.setViewportSize(computer);
  await visitor.goto('/contact');
  await visitor.typeInto('message', 'Half a sentence');
  await leavesAndComesBack(visitor, '/contact', () =>
    // Simulates another tab.
    visitor.evaluate("Object.assign(localStorage, { theme: 'light', language: 'de' })"),
  );
  await visitor.sees('h1', text('contact.title', 'de'));
  await visitor.answers(
    "return [...document.querySelectorAll('header select, [name=message]')].map(({ value }) => value)",
    ['de', 'light', 'Half a sentence'],
  );

  await visitor.goto('/home');
  const links = 'return document.querySelectorAll(\'header nav a[href="/contact"]\').length';
  const countLinks = (count: number) => visitor.answers(links, count);
  await countLinks(1);
  const isOld = await leavesAndComesBack(visitor, '/home', () =>
    visitedSite.command('releases retire contact'),
  );
  // A page from the cache keeps its set of releases, and offers the new one.
  if (isOld) await visitor.click('button', text('notices.reload', 'de'));
  await countLinks(0);
});
