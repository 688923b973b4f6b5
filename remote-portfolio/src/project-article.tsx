import { beyondMobile, Heading, styled, Text } from '@portfolio/kit';
import { useId } from 'react';
import { Backdrop } from './backdrop.tsx';
import { Badges } from './badges.tsx';
import { Facts } from './facts.tsx';
import type { Project } from './project.ts';
import { ProjectLinks } from './project-links.tsx';
import { ProjectLogo } from './project-logo.tsx';
import { ProjectTexts } from './project-texts.tsx';
import { Screenshots } from './screenshots.tsx';

interface Props {
  project: Project;
  isFirst: boolean;
}

/**
 * A project: its logo and what it is in short on one side, pictures and the story on the other.
 * Search engines read what it is from its markup, by schema.org's names.
 */
export function ProjectArticle({ project, isFirst }: Props) {
  const nameId = useId();
  return (
    <Article
      id={project.slug}
      aria-labelledby={nameId}
      itemScope
      itemType={`https://schema.org/${project.kind}`}
    >
      <ProjectLogo path={project.logoPath} alt={project.logoAlt} isUrgent={isFirst} />
      <Card>
        <Backdrop colorRotation={project.colorRotation} />
        <Head>
          <Name id={nameId} itemProp="name">
            <Text path={project.name} />
          </Name>
          <Badges badges={project.badges} />
          <ProjectLinks links={project.externalLinks} />
        </Head>
        <Facts facts={project.facts} />
        <Screenshots images={project.images} name={project.name} />
        <Story>
          <ProjectTexts texts={project.texts} nameId={nameId} />
        </Story>
      </Card>
    </Article>
  );
}

/**
 * A link to it goes to where its logo, too, is below the header. On paper a sheet each, logo and all: what
 * stood out above its sheet would be pushed onto the name.
 */
const Article = styled.article`
  isolation: isolate;
  margin: calc(44px + var(--rise)) -20px 0;
  position: relative;
  scroll-margin-top: calc(24px + var(--rise));
  --fades: bottom;
  --layout: '.' var(--logo-row) 'head' 'facts' 'screenshots' 'story' / minmax(0, 1fr);
  --logo-left: var(--padding);
  --logo-right: auto;
  --logo-row: calc(12rem - 32px - var(--rise));
  --padding: 20px;
  --rise: 36px;

  ${beyondMobile} {
    @media (min-width: 600px) {
      margin-inline: 0;
      --fades: right;
      --layout: '. head' minmax(var(--logo-row), auto) 'facts screenshots' auto 'facts story' 1fr / 12rem minmax(0, 1fr);
      --padding: clamp(20px, 3.5vw, 36px);

      &:nth-of-type(even) {
        --fades: left;
        --layout: 'head .' minmax(var(--logo-row), auto) 'screenshots facts' auto 'story facts' 1fr / minmax(0, 1fr) 12rem;
        --logo-left: auto;
        --logo-right: var(--padding);
      }
    }
  }

  @media print {
    &,
    &:nth-of-type(even) {
      break-inside: avoid;
      margin: 12px 0 0;
      --layout: 'head' 12rem 'facts' auto 'screenshots' auto 'story' auto / minmax(0, 1fr);
      --logo-left: 0px;
      --logo-right: auto;
      --rise: 0px;
    }
  }
`;

/**
 * Out of sight it is not laid out, which spares slow phones work. What stands out from it is cut off,
 * and one engine has no `overflow-clip-margin`: so the logo lies upon it, and the first row keeps the
 * place.
 */
const Card = styled.div`
  contain-intrinsic-size: auto 1240px;
  content-visibility: auto;
  display: grid;
  gap: 20px;
  grid-template: var(--layout);
  padding: 32px var(--padding);
  position: relative;

  ${beyondMobile} {
    @media (min-width: 600px) {
      column-gap: clamp(20px, 4vw, 44px);
      contain-intrinsic-height: auto 900px;
      padding-bottom: 36px;
    }
  }

  @media print {
    content-visibility: visible;
    gap: 12px;
    padding: 0;
  }
`;

const Head = styled.div`
  grid-area: head;
  min-width: 0;

  @media print {
    align-self: center;
    padding-left: 14rem;
  }
`;

const Story = styled.div`
  grid-area: story;
  min-width: 0;
`;

const Name = styled(Heading)`
  font-size: clamp(1.875rem, 4.2vw, 2.5rem);
  font-weight: 700;
  letter-spacing: -0.02em;
  margin: 0 0 12px;
`;
