import { beforeAll, expect, test } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { InSite, startWithTexts } from '../testing/index.ts';
import { Picture, type PictureProps } from './picture.tsx';

beforeAll(() => startWithTexts('home: { logo: A ruby pig }'));

function show(props: Partial<PictureProps>) {
  const { container } = render(
    <InSite base="/releases/home/0123456789ab/">
      <Picture path="logo.svg" width={400} height={300} {...props} />
    </InSite>,
  );
  const image = container.querySelector('img') as HTMLImageElement;
  return { image, source: container.querySelector('source') };
}

const attributes = (of: Element, ...names: string[]) => names.map((name) => of.getAttribute(name));

test('a screenshot comes as AVIF in three widths, with WebP in two to fall back to', () => {
  const { image, source } = show({ path: 'shots/menu', size: '5rem', isUrgent: true });
  const base = '/releases/home/0123456789ab/resources/shots/menu';
  const avif = `${base}-320.avif 320w, ${base}-800.avif 800w, ${base}-1600.avif 1600w`;
  const ofSource = attributes(source as Element, 'type', 'sizes', 'srcset');
  expect(ofSource).toEqual(['image/avif', '5rem', avif]);
  const webp = `${base}-320.webp 320w, ${base}-800.webp 800w`;
  expect(attributes(image, 'src', 'sizes', 'srcset')).toEqual([`${base}-320.webp`, '5rem', webp]);
  expect(attributes(image, 'loading', 'fetchpriority')).toEqual(['eager', 'high']);
});

test.each(['load', 'error'] as const)('its skeleton is shown until the %s event', (event) => {
  const { image } = show({});
  expect(attributes(image, 'aria-busy', 'loading', 'decoding')).toEqual(['true', 'lazy', 'async']);
  expect(getComputedStyle(image).background).toContain('--skeleton');
  fireEvent[event](image);
  expect([image.getAttribute('aria-busy'), image.decoding]).toEqual([null, 'sync']);
  expect(getComputedStyle(image).background).not.toContain('--skeleton');
});
