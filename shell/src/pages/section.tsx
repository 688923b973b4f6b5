import {
  Button,
  Picture,
  ResourceBase,
  SectionPages,
  SectionSwap,
  type Swap,
  Text,
  useLocation,
} from '@portfolio/kit';
import { Component, type PropsWithChildren, use, useSyncExternalStore } from 'react';
import { releaseMap } from '../federation/release-map.ts';
import { type LoadedSection, sectionLoader } from '../federation/section-loader.ts';
import { CenteredPage, CenteredTitle } from '../layout/centered-page.tsx';
import { canRemount } from '../takeover/page-root.ts';
import { NotFound } from './not-found.tsx';

/** Renders the page of a section, that of the release before, or a notice with a retry button. */
export function Section({ name }: { name: string }) {
  const { pathname } = useLocation();
  const load = () => sectionLoader.load(name);
  const section = use(useSyncExternalStore(sectionLoader.subscribe, load, load));
  if (!section) return <SectionFailed name={name} />;
  if (!sectionLoader.pageAt(pathname)) return <NotFound />;
  const { Page, release, pages } = section;
  return (
    <SectionBoundary
      key={release.id}
      onError={(error) => sectionLoader.markFailed(name, release.id, error)}
    >
      <ResourceBase value={release.base}>
        <SectionPages value={{ base: release.base, pages }}>
          <SectionSwap value={swapOf(name, section)}>
            <Page />
          </SectionSwap>
        </SectionPages>
      </ResourceBase>
    </SectionBoundary>
  );
}

function swapOf(name: string, { release, swapped }: LoadedSection): Swap {
  const [live, before] = releaseMap.sections[name] ?? [];
  // A fallback for a failed live release is not the visitor's choice.
  if (!before || (release !== live && !swapped)) return {};
  // It shares the file of the hints, as each file adds 75 bytes to every document.
  const swapping = () => import(/* webpackChunkName: "toasts" */ '../federation/swap-section.ts');
  return { swapped, swap: async (say) => (await swapping()).swapSection(name, say) };
}

interface BoundaryProps extends PropsWithChildren {
  onError: (error: unknown) => void;
}

/** Keeps the rest of the page when a section throws while rendering. */
class SectionBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    // Another script moved one of React's nodes, so the root mounts the whole page again. If that does not
    // help, the section has failed.
    const isNodeMoved = error instanceof DOMException && error.name === 'NotFoundError';
    if (isNodeMoved && canRemount()) throw error;
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    if (process.env.NODE_ENV === 'development') {
      // The development server shows uncaught errors over the page.
      reportError(error);
      // Not set by a render, whose transition could take longer than the retry.
      document.documentElement.toggleAttribute('data-failed', true);
    }
    this.props.onError(error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

function SectionFailed({ name }: { name: string }) {
  return (
    <CenteredPage role="alert" data-failed>
      {/* The picture belongs to the shell, not to the section. */}
      <ResourceBase value={releaseMap.shell}>
        <Picture path="mud-bath.svg" width={480} height={360} size="320px" isUrgent />
      </ResourceBase>
      <Text as={CenteredTitle} path="notices.sectionFailed.title" />
      <Text as="p" path="notices.sectionFailed.text" />
      <Text
        as={Button}
        type="button"
        onClick={() => sectionLoader.retry(name)}
        path="notices.retry"
      />
    </CenteredPage>
  );
}
