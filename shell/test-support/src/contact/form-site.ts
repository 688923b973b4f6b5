import { layoutOf } from '@portfolio/api/document/prerendered.ts';
import { createLog } from '@portfolio/api/log.ts';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { keepPages } from '@portfolio/releases/markup/prerendered-pages.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { layRelease } from '../lay-release.ts';
import { sectionFiles } from '../small-site.ts';
import { startSmtpServer } from '../smtp-server.ts';
import { startSmallApi } from '../start-api.ts';

/** What the form's section is prerendered as. */
export const formMarkup =
  '<main><form method="post" novalidate=""><input id="_R_1_" name="firstName" value=""><input name="lastName" value=""><input name="email" type="email" aria-invalid="false" value=""><textarea name="message" rows="9"></textarea><input name="website" value=""></form></main>';

/** A section with a form, prerendered as a deploy leaves it. */
async function layContact(store: Store) {
  const contact = await layRelease(store, 'contact', {
    ...sectionFiles('contact', 'Write'),
    'locales/en.yaml':
      'contact: { document: { title: Write }, faults: { tooLong: Too long, tooMany: Too many, notUnderstood: Strange } }\nhints: { mailSuccess: Thanks, mailFailure: Kept, faultyMail: No address }',
    'locales/de.yaml':
      'contact: { document: { title: Schreib } }\nhints: { mailSuccess: Danke, faultyMail: Keine Adresse }',
  });
  const set = await followLiveReleases(store, createLog('silent')).fresh();
  if (!set) throw new Error('Nothing is live.');
  const layout = layoutOf(set);
  const page = { html: formMarkup, css: '.a{color:red;}', stylesVersion: '6.6.0' };
  await keepPages(
    store,
    { ...contact, layout },
    new Map([
      ['en', page],
      ['de', page],
    ]),
  );
}

/** What a visitor typed; the word is found again in the mail. */
export const typedTexts = (word: string) => ({
  firstName: 'Zoë "Z"',
  lastName: '',
  email: 'zoe@example.org',
  message: `<b>Dear pig</b>,\r\n\r\n& the word is ${word} </textarea><script>alert(1)</script>`,
  website: '',
});

let visitors = 0;

/** No test comes to the limit by chance. */
function nextVisitor() {
  visitors += 1;
  return `198.51.100.${visitors}`;
}

/** A site with a form and a mail server of its own. */
export async function startFormSite() {
  const mailServer = await startSmtpServer();
  const api = await startSmallApi({ SMTP_URL: mailServer.url, TRUST_PROXY: 'loopback' });
  await layContact(api.store);
  return {
    url: api.url,
    mailServer,
    /** How many mails with this word came. */
    arrived: (word: string) => mailServer.mails.filter(({ raw }) => raw.includes(word)).length,
    /** Sends the form as a browser does that runs no script. */
    async send(
      fields: Record<string, string>,
      headers: Record<string, string> = {},
      path = '/contact',
    ) {
      const response = await fetch(`${api.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': nextVisitor(), ...headers },
      });
      const html = await response.text();
      const [, kind, said] =
        /<aside id="outcome"[^>]* data-kind="(\w+)"><p>(.*?)<\/p>/.exec(html) ?? [];
      return { status: response.status, headers: response.headers, html, kind, said };
    },
  };
}
