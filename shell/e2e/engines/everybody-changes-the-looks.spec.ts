import { colorOf } from '../fixtures/content.ts';
import { saying, text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

const heading = saying(text('home.header.accent'));
const germanHeading = saying(text('home.header.accent', 'de'));

test('the language changes every text, and lasts over a reload', async ({ visitor }) => {
  await visitor.goto('/home');
  await inEveryWindow(visitor, async () => {
    await visitor.getByRole('heading', heading).isPresent();
    await visitor.selectOption('Language', 'de');
    await visitor.getByRole('heading', germanHeading).isPresent();
    expect(await visitor.evaluate('return document.documentElement.lang')).toBe('de');
    await visitor.reload();
    await visitor.getByRole('combobox', 'Sprache').hasValue('de');
    await visitor.getByRole('heading', germanHeading).isPresent();
    await visitor.selectOption('Sprache', 'en');
    await visitor.getByRole('heading', heading).isPresent();
  });
});

test('the theme changes palette and wall, and lasts over a reload', async ({ visitor }) => {
  const background = () =>
    visitor.evaluate<string>('return getComputedStyle(document.body).backgroundColor');
  const walls = () =>
    visitor.evaluate<string>(
      'return [...document.querySelectorAll("body *")].map((it) => getComputedStyle(it).backgroundImage).join()',
    );
  await visitor.goto('/contact');
  await inEveryWindow(visitor, async () => {
    await visitor.getByRole('combobox', 'Theme').hasValue('dark');
    await expect.poll(background).toBe(colorOf('dark', '--background'));
    await expect.poll(walls).toContain('wall-dark.svg');
    await visitor.selectOption('Theme', 'light');
    await visitor.reload();
    await visitor.getByRole('combobox', 'Theme').hasValue('light');
    await expect.poll(background).toBe(colorOf('light', '--background'));
    await expect.poll(walls).toContain('wall-light.svg');
    await visitor.selectOption('Theme', 'dark');
  });
});
