import { afterEach, expect, test } from '@jest/globals';
import { owner } from '@portfolio/kit';
import { render } from '@testing-library/react';
import { PageLayout } from './page-layout.tsx';

const { imprint } = owner;
afterEach(() => {
  owner.imprint = imprint;
});

test.each([
  ['Rubin Schwein, Marktplatz 1', 'Rubin Schwein, Marktplatz 1'],
  ['', undefined],
])('a page ends with the imprint, if its owner has one: %j', (address, shown) => {
  owner.imprint = address;
  const { container } = render(<PageLayout />);
  expect(container.querySelector('footer')?.textContent).toBe(shown);
});
