import { siteFacts } from '@portfolio/kit';
import { HintRegion } from '@portfolio/kit/shell';
import { Header } from './header/header.tsx';
import { PageLayout, SkipLink } from './layout/page-layout.tsx';
import { type HostedPlace, OwnRoot } from './slot/hosted-page.tsx';

/** The frame around the pages, which have roots of their own. It shows whether the one at the address is still loading. */
export function App({ isPending, ...place }: HostedPlace & { isPending: boolean }) {
  return (
    <OwnRoot release={{ base: siteFacts().shell, pages: [] }} {...place}>
      <SkipLink />
      <Header isPending={isPending} />
      <HintRegion />
      <PageLayout />
    </OwnRoot>
  );
}
