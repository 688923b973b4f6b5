import { text } from '../fixtures/text.ts';
import { computer, testAtOwnSite as test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** Leaves for a document that is no page of a section, acts there, and goes back. */
async function leavesAndComesBack(visitor: Visitor, path: string, act: () => Promise<unknown>) {
  await visitor.evaluate("document.documentElement.dataset.left = ''");
  await visitor.leaveFor('/nothing');
  await visitor.waitForUrl('/nothing');
  await act();
  // Delayed, as a page that is left during a call does not answer it.
  await visitor.evaluate('setTimeout(() => history.back())');
  await visitor.waitForUrl(path);
  await visitor.waitForApp();
  return visitor.evaluate<boolean>("return 'left' in document.documentElement.dataset");
}

// The other document has status 404, and requests the chosen language while it is left.
test.use({ expectedComplaints: [/status of 404|^Not loaded: \S+\/api\/locales\/de$/] });

test('a page to which the visitor returns is as before, with the choices and releases made meanwhile', async ({
  visitor,
  visitedSite,
}) => {
  test.slow();
  await visitor.setViewportSize(computer);
  await visitor.goto('/contact');
  await visitor.getByRole('textbox', text('contact.message.message')).click();
  await visitor.type('Half a sentence');
  await leavesAndComesBack(visitor, '/contact', () =>
    // Simulates another tab.
    visitor.evaluate(
      "localStorage.setItem('theme', 'light'); localStorage.setItem('language', 'de')",
    ),
  );
  await visitor.getByRole('heading', text('contact.title', 'de')).isPresent();
  await visitor.getByRole('combobox', 'Sprache').has({ value: 'de' });
  await visitor.getByRole('combobox', 'Farbschema').has({ value: 'light' });
  await visitor
    .getByRole('textbox', text('contact.message.message', 'de'))
    .has({ value: 'Half a sentence' });

  await visitor.goto('/home');
  const contact = visitor.getByRole('banner').getByRole('link', text('header.links.contact', 'de'));
  await contact.isPresent();
  const isOld = await leavesAndComesBack(visitor, '/home', () =>
    visitedSite.command('releases retire contact'),
  );
  // A page from the cache keeps its set of releases, and offers the new one.
  if (isOld) await visitor.getByRole('button', 'Neu laden').click();
  await contact.isAbsent();
});
