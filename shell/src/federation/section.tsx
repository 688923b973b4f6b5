import { Button, Picture, ResourceBase, SectionPages, Text, useLocation } from '@portfolio/kit';
import { Component, type PropsWithChildren, use, useEffect, useSyncExternalStore } from 'react';
import { CenteredPage, CenteredTitle, NotFound } from '../not-found.tsx';
import { isRemakable } from '../start/page-root.tsx';
import { site } from './site.ts';

/** A section of the site: its page, the page of the release before, or a way to try again. */
export function Section({ name }: { name: string }) {
  const { pathname } = useLocation();
  const load = () => site.load(name);
  const section = use(useSyncExternalStore(site.subscribe, load, load));
  if (!section) return <SectionFailed name={name} />;
  if (!site.pageAt(pathname)) return <NotFound />;
  const { Page, release, pages } = section;
  return (
    <SectionBoundary key={release.id} onError={(error) => site.passOver(name, release.id, error)}>
      <ResourceBase value={release.base}>
        <SectionPages value={{ base: release.base, pages }}>
          <Page />
        </SectionPages>
      </ResourceBase>
    </SectionBoundary>
  );
}

interface BoundaryProps extends PropsWithChildren {
  onError: (error: unknown) => void;
}

/** Error boundary: a section that throws while rendering leaves the rest of the page alone. */
class SectionBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    // A node is not where React put it: another script did that, and the page as a whole is made anew.
    // Where that is no help it was the section itself.
    const isMoved = error instanceof DOMException && error.name === 'NotFoundError';
    if (isMoved && isRemakable()) throw error;
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    if (process.env.NODE_ENV === 'development') {
      // The development server shows over the page what no boundary caught.
      reportError(error);
      // Not in a transition, which could hold the notice back for longer than the retry takes.
      document.documentElement.toggleAttribute('data-failed', true);
    }
    this.props.onError(error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/**
 * In the place of a section that cannot be loaded: what happened, and a button that tries again. A connection
 * that is back does so, too.
 */
function SectionFailed({ name }: { name: string }) {
  const { releases } = site;
  useEffect(() => {
    const askAgain = () => site.askAgain(name);
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  }, [name]);
  return (
    <CenteredPage role="alert" data-failed>
      {/* The section's own pictures are where the section is. */}
      <ResourceBase value={releases.shell}>
        <Picture path="mud-bath.svg" width={480} height={360} size="320px" isUrgent />
      </ResourceBase>
      <Text as={CenteredTitle} path="notices.sectionFailed.title" />
      <Text as="p" path="notices.sectionFailed.text" />
      <Text as={Button} type="button" onClick={() => site.tryAgain(name)} path="notices.retry" />
    </CenteredPage>
  );
}
