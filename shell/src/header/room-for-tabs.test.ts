import { expect, test } from '@jest/globals';
import { whereTabsFit } from './room-for-tabs.ts';

const three = ['Home', 'Portfolio', 'Contact'];
const beyondPhones = '(not (max-aspect-ratio: 3/4))';

/** The width in px from which links are tabs. */
function smallestFor(labels: readonly string[], name = 'Rubin Schwein'): number {
  return Number(/min-width: ([\d.]+)em/.exec(whereTabsFit(labels, name))?.[1]) * 16;
}

test('three links are tabs in every window but that of a phone held upright', () => {
  expect(whereTabsFit(three, 'Rubin Schwein')).toBe(beyondPhones);
});

test('five links need a larger window, six one that is larger still; on a computer both are tabs', () => {
  const five = smallestFor([...three, 'Journal', 'Prints']);
  const six = smallestFor([...three, 'Journal', 'Prints', 'Exhibitions']);
  expect(five).toBeGreaterThan(800);
  expect(six).toBeGreaterThan(five);
  expect(six).toBeLessThan(1280);
  expect(whereTabsFit([...three, 'Journal', 'Prints'], 'Ada')).toContain(`${beyondPhones} and `);
});

test('the longer the words, and the name beside them, the larger the window', () => {
  const links = [...three, 'Journal', 'Prints'];
  expect(smallestFor([...links.slice(1), 'Startseite'])).toBeGreaterThan(smallestFor(links));
  expect(smallestFor(links, 'Marguerite Beaumont')).toBeGreaterThan(smallestFor(links));
});
