import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contactForm } from '../fixtures/contact-form.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { recordRequests } from '../fixtures/requests.ts';
import { root } from '../fixtures/run.ts';

const first = String(process.env.FIRST_OWNER);

/** Names in the code: the key of a text, and the parameter with the code of a cut pig. */
const names = /\?pig=|[gs]et\("pig"|"pig":|\bpig: ""|cut\.pig\b/g;

/** The first owner's name, addresses, mascot and works; `"ruby"` is an element. */
const words =
  /rubin|schwein|\bpigs?\b|(?<!")\bruby\b|truffle|mud inc|wall & order|itch\.io|hello@example|leipzig/gi;

test('nothing that is served contains anything of the first owner', async ({ request }) => {
  const found: string[] = [];
  const read = async (address: string) => {
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(200);
    const text = await answer.text();
    const said = text.replaceAll(names, '');
    for (const { index } of said.matchAll(words))
      found.push(`${address}: …${said.slice(Math.max(0, index - 60), index + 60)}…`);
    return text;
  };
  const map = await read('/sitemap.xml');
  const pages = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  const files = new Set(['/manifest.webmanifest', '/manifest.webmanifest?language=fr']);
  for (const page of pages) {
    const html = await read(page);
    for (const [address] of html.matchAll(/\/releases\/[\w-]+\/\w+\/[\w./-]+/g)) files.add(address);
    const shell = /\/releases\/shell\/\w+\//.exec(html)?.[0];
    files.add(`${shell}licenses.txt`).add(`${shell}resources/not-found.svg`);
    // A release before the live one has texts of its own.
    for (const [folder] of html.matchAll(/\/releases\/[\w-]+\/\w+\//g))
      for (const language of ['en', 'fr']) files.add(`${folder}locales/${language}.yaml`);
  }
  for (const language of ['en', 'fr']) await read(`/api/locales/${language}`);
  for (const file of files) {
    if (/\.(?:mjs|svg|txt|yaml|webmanifest.*)$/.test(file)) await read(file);
  }
  expect(found).toEqual([]);
  expect(pages.length).toBeGreaterThanOrEqual(5 * 3);
});

test('cards and icons show the new owner', async () => {
  const drawn = ['social-card.png', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png'];
  for (const file of [...drawn, 'favicon.png', 'favicon.svg', 'not-found.svg', 'mud-bath.svg']) {
    const places = [first, root].map((folder) => path.join(folder, 'shell/resources', file));
    const [theirs, own] = await Promise.all(places.map((each) => readFile(each)));
    expect(own?.equals(theirs as Buffer), file).toBe(false);
  }
});

test('the mail is from the owner, in their language and time zone', async ({ page, inbox }) => {
  await page.goto('/contact');
  const form = contactForm(page);
  await form.fill({ firstName: 'Zoe', email: 'zoe@example.org', message: 'A harbour, please' });
  await form.send.click();
  await expect(form.hint).toHaveAttribute('data-kind', 'success');
  const mail = inbox.mails.find(({ text }) => text?.includes('A harbour'));
  expect(mail?.from?.value[0]?.name).toBe('Site de Inês Almeida');
  expect(mail?.subject).toBe('Message de Zoe – Inês Almeida');
  expect(mail?.text).toMatch(/^Zoe <zoe@example.org> a écrit le .* UTC(?:[+−-]\d+)? :/);
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(words);
});

test('a page leaves out empty parts', async ({ page }) => {
  await page.goto('/home');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(2);
  await expect(main.locator('header').getByRole('link')).toHaveCount(1);
  await expect(main.getByRole('separator')).toHaveCount(1);
  await expect(main.locator('button')).toHaveCount(0);
  await page.goto('/contact');
  await expect(page.locator('a[rel~=me]')).toHaveCount(3);
  await expect(page.locator('a[href^=tel]')).toHaveCount(0);
});

test.describe('a visitor who reads French', () => {
  test.use({ locale: 'fr-FR' });

  test('gets an added language, or chooses another for good', async ({ page, header, heading }) => {
    await page.goto('/home');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    const card = page.locator('meta[property="og:image"]');
    await expect(card).toHaveAttribute('content', /social-card-fr\.png$/);
    await expect(heading).toContainText('Portraits et ports');
    const offered = ['English (fr)', 'Français', 'Português (Brasil)'];
    await expect(header.language.getByRole('option')).toHaveText(offered, { useInnerText: true });
    await header.language.selectOption('en');
    await expect(heading).toContainText('Portraits and harbours');
    const call = page.waitForRequest('**/api/locales/pt-BR?*');
    await header.language.selectOption('pt-BR');
    await call;
    await expect(heading).toContainText('(pt-BR)');

    // The choice is stored, and its texts are requested once, before the scripts.
    const requests = recordRequests(page);
    await page.reload();
    await expect(heading).toContainText('(pt-BR)');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    const calls = requests.filter((each) => each.startsWith('/api/locales/'));
    expect(calls).toEqual(['/api/locales/pt-BR']);
    await page.goto('/portfolio?language=pt-BR');
    await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute('content', 'pt_BR');
  });
});
