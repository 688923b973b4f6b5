import { colorOf } from '../fixtures/content.ts';
import { saying, text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

const heading = saying(text('home.header.accent'));
const germanHeading = saying(text('home.header.accent', 'de'));

test('the language changes every text, and lasts over a reload', async ({ visitor }) => {
  await visitor.opens('/home');
  await inEveryWindow(visitor, async () => {
    await visitor.the('heading', heading).isThere();
    await visitor.chooses('Language', 'de');
    await visitor.the('heading', germanHeading).isThere();
    expect(await visitor.runs('return document.documentElement.lang')).toBe('de');
    await visitor.reloads();
    await visitor.the('combobox', 'Sprache').holds('de');
    await visitor.the('heading', germanHeading).isThere();
    await visitor.chooses('Sprache', 'en');
    await visitor.the('heading', heading).isThere();
  });
});

test('the theme changes palette and wall, and lasts over a reload', async ({ visitor }) => {
  const background = () =>
    visitor.runs<string>('return getComputedStyle(document.body).backgroundColor');
  const walls = () =>
    visitor.runs<string>(
      'return [...document.querySelectorAll("body *")].map((it) => getComputedStyle(it).backgroundImage).join()',
    );
  await visitor.opens('/contact');
  await inEveryWindow(visitor, async () => {
    await visitor.the('combobox', 'Theme').holds('dark');
    await expect.poll(background).toBe(colorOf('dark', '--background'));
    await expect.poll(walls).toContain('wall-dark.svg');
    await visitor.chooses('Theme', 'light');
    await visitor.reloads();
    await visitor.the('combobox', 'Theme').holds('light');
    await expect.poll(background).toBe(colorOf('light', '--background'));
    await expect.poll(walls).toContain('wall-light.svg');
    await visitor.chooses('Theme', 'dark');
  });
});
