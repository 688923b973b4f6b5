import { expect, test } from '@jest/globals';
import { owner } from '@portfolio/kit';
import { render } from '@testing-library/react';
import { PageLayout } from './page-layout.tsx';

const imprints = ['Rubin Schwein, Marktplatz 1', ''];
test.each(imprints)('a page ends with the imprint, if its owner has one: %j', (address) => {
  owner.imprint = address;
  const { container } = render(<PageLayout />);
  expect(container.querySelector('footer')?.textContent).toBe(address || undefined);
});
