import { expect, test } from '@jest/globals';
import { owner } from '@portfolio/kit';
import { render } from '@testing-library/react';
import { PageLayout } from './page-layout.tsx';

test.each(['Marktplatz 1', ''])('a page ends with its imprint, if any: %j', (address) => {
  owner.imprint = address;
  const { container } = render(<PageLayout />);
  expect(container.querySelector('footer')?.textContent).toBe(address || undefined);
});
