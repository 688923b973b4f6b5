import { ResourceBase } from '@portfolio/kit';
import { use, useReducer } from 'react';
import { useSite } from '../site.ts';
import { SectionBoundary } from './section-boundary.tsx';
import { SectionFailed } from './section-failed.tsx';

/** A section of the site: its page, the page of the release before, or a way to try again. */
export function Section({ name }: { name: string }) {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  const { sections } = useSite();
  const section = use(sections.load(name));
  if (section.state === 'failed')
    return (
      <SectionFailed
        onRetry={() => {
          sections.tryAgain(name);
          lookAgain();
        }}
      />
    );
  const { Page, release } = section;
  return (
    <SectionBoundary
      key={release.id}
      onError={() => {
        sections.passOver(name, release.id);
        lookAgain();
      }}
    >
      <ResourceBase value={release.base}>
        <Page />
      </ResourceBase>
    </SectionBoundary>
  );
}
