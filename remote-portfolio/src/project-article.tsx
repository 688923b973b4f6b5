import { styled } from '@portfolio/kit';
import { useId } from 'react';
import { Backdrop } from './backdrop.tsx';
import { ProjectHead } from './project-head.tsx';
import { ProjectSide, twoColumns } from './project-side.tsx';
import { ProjectTexts } from './project-texts.tsx';
import type { Project } from './projects.ts';
import { Screenshots } from './screenshots.tsx';

/**
 * A project: its logo and what it is in short on one side, pictures and the story on the other.
 * Search engines read what it is from its markup, by schema.org's names.
 */
export function ProjectArticle({ project, isFirst }: { project: Project; isFirst: boolean }) {
  const nameId = useId();
  return (
    <Article
      id={project.slug}
      aria-labelledby={nameId}
      itemScope
      itemType={`https://schema.org/${project.kind}`}
    >
      <Backdrop colorRotation={project.colorRotation} />
      <ProjectHead project={project} nameId={nameId} />
      <ProjectSide project={project} isFirst={isFirst} />
      <Screenshots {...project} />
      <ProjectTexts texts={project.texts} nameId={nameId} />
    </Article>
  );
}

/**
 * A card. A link to it goes to where its logo, which rises above the edge, is below the header, too. On paper
 * a sheet each, logo and all: what stood out above its sheet would be pushed onto the name.
 */
const Article = styled.article`
  display: grid;
  gap: 20px;
  grid-template: var(--layout);
  isolation: isolate;
  margin: calc(44px + var(--rise)) -20px 0;
  padding: var(--above) var(--padding) 32px;
  position: relative;
  scroll-margin-top: calc(24px + var(--rise));
  --above: 32px;
  --fades: bottom;
  --layout: 'logo' 'head' 'screenshots' 'facts' 'story' / minmax(0, 1fr);
  --padding: 20px;
  --rise: 36px;

  ${twoColumns} {
    column-gap: clamp(20px, 4vw, 44px);
    margin-inline: 0;
    padding-bottom: 36px;
    --fades: right;
    --layout: 'side head' 'side screenshots' 'side story' 1fr / 12rem minmax(0, 1fr);
    --padding: clamp(20px, 3.5vw, 36px);

    &:nth-of-type(even) {
      --fades: left;
      --turn: -1 1;
      --layout: 'head side' 'screenshots side' 'story side' 1fr / minmax(0, 1fr) 12rem;
    }
  }

  @media print {
    &,
    &:nth-of-type(even) {
      break-inside: avoid;
      gap: 12px;
      margin: 12px 0 0;
      padding: 0;
      --above: 0px;
      --layout: 'head' 12rem 'facts' 'screenshots' 'story' / minmax(0, 1fr);
      --rise: 0px;
    }
  }
`;
