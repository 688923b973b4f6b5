import { expect, test } from '@jest/globals';
import type { PageNode } from '@portfolio/contract/pages.ts';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { answerCalls, InSite, startWithTexts } from '../testing/index.ts';
import { PageText } from './section-pages.tsx';

const words = { title: { en: 'First' }, description: { en: 'What it says' } };
const compiled = { path: '/blog/first', ...words, minutes: { en: 1 } };
const targets = ['/home?a=b#c', '#part', 'resources/a.pdf', 'https://a.example'];
const nodes: PageNode[] = [
  { type: 'pre', props: { tabIndex: 0, children: { type: 'code', props: { children: 'a < b' } } } },
  { type: 'img', props: { src: 'resources/pig.svg', alt: 'A pig', width: 2, height: 1 } },
  { type: 'source', props: { srcSet: 'resources/a-320.avif 320w, resources/a-800.avif 800w' } },
  ...targets.map((href): PageNode => ({ type: 'a', props: { href, children: 'words' } })),
];

test('a compiled post is rendered with files of its release and with links', async () => {
  await startWithTexts('links: { newTab: new tab }');
  answerCalls(() => ({ body: JSON.stringify(nodes) }));
  const { container } = await act(async () =>
    render(
      <InSite path={compiled.path} pages={[compiled]}>
        <Suspense>
          <PageText />
        </Suspense>
      </InSite>,
    ),
  );
  await screen.findByText('a < b');
  expect(screen.getByRole('img', { name: 'A pig' }).getAttribute('src')).toBe('/resources/pig.svg');
  const srcset = '/resources/a-320.avif 320w, /resources/a-800.avif 800w';
  expect(container.querySelector('source')?.getAttribute('srcset')).toBe(srcset);
  const leads = screen.getAllByRole('link').map((each) => each.getAttribute('href'));
  expect(leads).toEqual([
    '/home?a=b#c',
    '/blog/first#part',
    '/resources/a.pdf',
    'https://a.example',
  ]);
});
