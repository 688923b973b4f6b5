import { text } from '../fixtures/text.ts';
import { findEngine } from './find-engine.ts';
import { expect, testAtOwnSite as test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** Leaves for something that is no page of the site, acts there, and goes back. */
async function leavesAndComesBack(visitor: Visitor, act: () => Promise<unknown>) {
  await visitor.runs("document.documentElement.dataset.left = ''");
  await visitor.leavesFor('/robots.txt');
  await visitor.isAt('/robots.txt');
  await act();
  // Later: a page that is left while it answers answers nothing.
  await visitor.runs('setTimeout(() => history.back())');
  await visitor.the('heading').isThere();
  return visitor.runs<boolean>("return 'left' in document.documentElement.dataset");
}

test('a page that is come back to is as it was left, with what was chosen and released meanwhile', async ({
  visitor,
  visited,
  engineName,
}) => {
  const hasCache = findEngine(engineName)?.drivenBy === 'bidi';
  test.skip(!hasCache, 'Playwright has no cache of pages, and a WebKit need not have one');
  test.slow();
  await visitor.opens('/contact');
  await visitor.the('textbox', text('contact.message.message')).fill('Half a sentence');
  const isKept = await leavesAndComesBack(visitor, () =>
    // What another tab would do.
    visitor.runs("localStorage.setItem('theme', 'light'); localStorage.setItem('language', 'de')"),
  );
  expect(isKept).toBe(true);
  await visitor.the('heading', text('contact.title', 'de')).isThere();
  await visitor.the('combobox', 'Sprache').holds('de');
  await visitor.the('combobox', 'Farbschema').holds('light');
  await visitor.the('textbox', text('contact.message.message', 'de')).holds('Half a sentence');

  await visitor.opens('/home');
  const contact = visitor.the('banner').the('link', text('header.links.contact', 'de'));
  await contact.isThere();
  const isOld = await leavesAndComesBack(visitor, async () =>
    visited.command('releases', 'retire', 'contact'),
  );
  // A page that was kept has its set of releases, and is offered the new one.
  if (isOld) await visitor.the('button', 'Neu laden').click();
  await contact.isGone();
});
