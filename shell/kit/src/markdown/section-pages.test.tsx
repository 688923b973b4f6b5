import { expect, test } from '@jest/globals';
import type { PageNode } from '@portfolio/contract/pages.ts';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { answerCalls, InSite, startWithTexts } from '../testing/index.ts';
import { PageText, usePage, usePages } from './section-pages.tsx';

const words = { title: { en: 'First' }, description: { en: 'Of mud' } };
const tags = { en: ['mud'] };
const compiled = { path: '/blog/first', ...words, date: '2026-11-23', tags, minutes: { en: 1 } };
const bare = { path: '/blog/second', ...words };
const targets = ['/home?a=b#c', '#part', 'resources/a.pdf', 'https://a.example'];
const nodes: PageNode[] = [
  { type: 'pre', props: { tabIndex: 0, children: { type: 'code', props: { children: 'a < b' } } } },
  { type: 'img', props: { src: 'resources/pig.svg', alt: 'A pig', width: 2, height: 1 } },
  { type: 'source', props: { srcSet: 'resources/a-320.avif 320w, resources/a-800.avif 800w' } },
  ...targets.map((href): PageNode => ({ type: 'a', props: { href, children: 'words' } })),
];

const seen: unknown[] = [];
function Words() {
  seen.splice(0, 2, usePages(), usePage());
  return null;
}

test('a compiled post is rendered with files of its release and with links', async () => {
  await startWithTexts('links: { newTab: new tab }');
  // The first answer is lost.
  const answers = [{ status: 503, body: '[]' }, { body: JSON.stringify(nodes) }];
  answerCalls((path) => (path === '/pages/blog/first.en.json' && answers.shift()) || { body: '' });
  const page = (
    <InSite path={`${compiled.path}?language=en`} pages={[compiled, bare]}>
      <Suspense>
        <PageText />
        <Words />
      </Suspense>
    </InSite>
  );
  const { container } = await act(async () => render(page));
  screen.getByText('a < b');
  expect(screen.getByRole('img', { name: 'A pig' }).getAttribute('src')).toBe('/resources/pig.svg');
  const srcset = '/resources/a-320.avif 320w, /resources/a-800.avif 800w';
  expect(container.querySelector('source')?.getAttribute('srcset')).toBe(srcset);
  const links = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(links.map((each) => `${each.getAttribute('href')} ${each.target}`)).toEqual([
    '/home?language=en&a=b#c ',
    '/blog/first?language=en#part ',
    '/resources/a.pdf ',
    'https://a.example _blank',
  ]);
  const post = { ...compiled, title: 'First', description: 'Of mud', tags: ['mud'], minutes: 1 };
  const plain = { path: bare.path, title: post.title, description: post.description, tags: [] };
  expect(seen).toEqual([[post, plain], post]);
});
