import { HintRegion } from '@portfolio/kit/shell';
import { releaseMap } from './federation/release-map.ts';
import { Header } from './header/header.tsx';
import { PageLayout, SkipLink } from './layout/page-layout.tsx';
import { type HostedPlace, OwnRoot } from './slot/hosted-page.tsx';

interface Props extends HostedPlace {
  /** Whether the page at the address is still loading. */
  isPending: boolean;
  /** Puts the page into its place. */
  placePage: (place: HTMLElement | null) => void;
}

/** The frame around the pages, which have roots of their own. */
export function App({ isPending, placePage, ...place }: Props) {
  return (
    <OwnRoot base={releaseMap.shell} {...place}>
      <SkipLink />
      <Header isPending={isPending} />
      <HintRegion />
      <PageLayout placePage={placePage} />
    </OwnRoot>
  );
}
