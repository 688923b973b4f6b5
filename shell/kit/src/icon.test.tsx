import { expect, test } from '@jest/globals';
import { icons } from '@portfolio/contract/pages.ts';
import { render } from '@testing-library/react';
import { Icon } from './icon.tsx';

test.each([...icons, 'none'])('the icon %s is the drawing of its name, or a plain one', (name) => {
  const { container } = render(<Icon name={name} size={20} />);
  const drawn = name === 'none' ? 'panel-top' : name;
  expect(container.querySelector(`.lucide-${drawn}[width='20']`)).not.toBeNull();
});
