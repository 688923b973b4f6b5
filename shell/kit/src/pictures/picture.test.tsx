import { beforeAll, expect, test } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { InSite, startWithTexts } from '../testing/index.ts';
import { Picture, type PictureProps } from './picture.tsx';

beforeAll(() => startWithTexts('home: { logo: A ruby pig }'));

const size = { width: 400, height: 300 };

function show(props: Partial<PictureProps>) {
  const { container } = render(
    <InSite base="/releases/home/0123456789ab/">
      <Picture path="logo.svg" {...size} {...props} />
    </InSite>,
  );
  const image = container.querySelector('img') as HTMLImageElement;
  return { image, source: container.querySelector('source') };
}

test('a screenshot comes as AVIF in three widths, with WebP in two to fall back to', () => {
  const { image, source } = show({ path: 'shots/menu', size: '5rem' });
  const base = '/releases/home/0123456789ab/resources/shots/menu';
  expect(source?.getAttribute('type')).toBe('image/avif');
  const srcset = `${base}-320.avif 320w, ${base}-800.avif 800w, ${base}-1600.avif 1600w`;
  expect(source?.getAttribute('srcset')).toBe(srcset);
  expect(image.getAttribute('srcset')).toBe(`${base}-320.webp 320w, ${base}-800.webp 800w`);
  expect(image.getAttribute('src')).toBe(`${base}-320.webp`);
  expect([source?.getAttribute('sizes'), image.getAttribute('sizes')]).toEqual(['5rem', '5rem']);
});

test.each(['load', 'error'] as const)('its skeleton is shown until the %s event', (event) => {
  const { image } = show({});
  expect(image.getAttribute('aria-busy')).toBe('true');
  expect(getComputedStyle(image).background).toContain('--skeleton');
  fireEvent[event](image);
  expect([image.getAttribute('aria-busy'), image.decoding]).toEqual([null, 'sync']);
  expect(getComputedStyle(image).background).not.toContain('--skeleton');
});
