import { ResourceBase } from '@portfolio/kit';
import { use, useReducer } from 'react';
import { SectionBoundary } from './section-boundary.tsx';
import { forgetSection, sectionOf } from './section-cache.ts';
import { SectionFailed } from './section-failed.tsx';

/** A section of the site: its page, or a way to try again. */
export function Section({ name }: { name: string }) {
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0);
  const section = use(sectionOf(name));
  const retry = () => {
    forgetSection(name);
    tryAgain();
  };
  if (section.state === 'failed') return <SectionFailed onRetry={retry} />;
  const { Page, release } = section;
  return (
    <SectionBoundary key={`${release.id}-${attempt}`} onRetry={retry}>
      <ResourceBase value={release.base}>
        <Page />
      </ResourceBase>
    </SectionBoundary>
  );
}
