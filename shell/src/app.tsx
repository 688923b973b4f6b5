import { siteFacts } from '@portfolio/kit';
import { HintRegion } from '@portfolio/kit/shell';
import { Header } from './header/header.tsx';
import { PageLayout, SkipLink } from './layout/page-layout.tsx';
import type { history } from './routing/history.ts';
import { OwnRoot } from './slot/hosted-page.tsx';

/** The frame around the pages, which have roots of their own. It shows whether the one at the address is still loading. */
export function App({ isPending, ...own }: { isPending: boolean; history: typeof history }) {
  return (
    <OwnRoot release={{ base: siteFacts().shell, pages: [] }} {...own}>
      <SkipLink />
      <Header isPending={isPending} />
      <HintRegion />
      <PageLayout />
    </OwnRoot>
  );
}
