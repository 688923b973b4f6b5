import { expect, jest, test } from '@jest/globals';
import type { PageNode } from '@portfolio/contract/pages.ts';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { answerCalls, InSite, startWithTexts } from '../testing/index.ts';

jest.unstable_mockModule('./page-prose.tsx', () => {
  throw new TypeError('It is lost');
});
const { PageText } = await import('./section-pages.tsx');

test('a text shows its words when the file that renders it is lost', async () => {
  await startWithTexts('links: { newTab: new tab }');
  const nodes: PageNode[] = [
    { type: 'p', props: { children: ['Mud is ', { type: 'em', props: { children: 'good' } }] } },
  ];
  answerCalls(() => ({ body: JSON.stringify(nodes) }));
  const page = { title: { en: 'First' }, description: { en: 'What it says' }, minutes: { en: 1 } };
  await act(async () =>
    render(
      <InSite path="/blog/first" pages={[{ path: '/blog/first', ...page }]}>
        <Suspense>
          <PageText />
        </Suspense>
      </InSite>,
    ),
  );
  expect((await screen.findByText('Mud is good')).tagName).toBe('P');
});
