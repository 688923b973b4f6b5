import { beyondMobile, Heading, Picture, styled, Text } from '@portfolio/kit';
import { useId } from 'react';
import { Backdrop } from './backdrop.tsx';
import { Badges } from './badges.tsx';
import type { Project } from './project.ts';
import { ProjectLinks } from './project-links.tsx';
import { ProjectTexts } from './project-texts.tsx';
import { Screenshots } from './screenshots.tsx';

interface Props {
  project: Project;
  isFirst: boolean;
}

/** A project: its logo and screenshots on one side, what there is to tell on the other. */
export function ProjectArticle({ project, isFirst }: Props) {
  const nameId = useId();
  return (
    <Article aria-labelledby={nameId}>
      <Backdrop colorRotation={project.colorRotation} />
      <Logo>
        <Picture
          path={project.logoPath}
          alt={project.logoAlt}
          width={512}
          height={512}
          size="12rem"
          isUrgent={isFirst}
        />
      </Logo>
      <Story>
        <Name id={nameId}>
          <Text path={project.name} />
        </Name>
        <Badges badges={project.badges} />
        <ProjectTexts texts={project.texts} nameId={nameId} />
        <ProjectLinks links={project.externalLinks} />
      </Story>
      <Screenshots images={project.images} />
    </Article>
  );
}

/** How far the logo rises above the card's edge, as if the pig had climbed it. */
const rise = '36px';

const Article = styled.article`
  display: grid;
  gap: 20px;
  grid-template: 'logo' 'story' 'screenshots' / minmax(0, 1fr);
  isolation: isolate;
  justify-items: center;
  margin: calc(44px + ${rise}) -20px 0;
  padding: 32px 20px;
  position: relative;
  --aligns: center;
  --fades: bottom;

  ${beyondMobile} {
    @media (min-width: 600px) {
      column-gap: clamp(20px, 4vw, 44px);
      grid-template: 'logo story' auto 'screenshots story' 1fr / 12rem minmax(0, 1fr);
      margin-inline: 0;
      padding: 32px clamp(20px, 3.5vw, 36px) 36px;
      --aligns: start;
      --fades: right;

      &:nth-of-type(even) {
        grid-template: 'story logo' auto 'story screenshots' 1fr / minmax(0, 1fr) 12rem;
        --fades: left;
      }
    }
  }
`;

const Logo = styled.div`
  grid-area: logo;
  margin-top: calc(-32px - ${rise});

  @media (prefers-reduced-motion: no-preference) {
    transition: transform 0.25s;

    &:hover {
      transform: translateY(-6px) rotate(-2deg);
    }
  }
`;

const Story = styled.div`
  grid-area: story;
  min-width: 0;
  width: 100%;
`;

const Name = styled(Heading)`
  font-size: clamp(1.875rem, 4.2vw, 2.5rem);
  font-weight: 700;
  letter-spacing: -0.02em;
  margin: 0 0 12px;
  text-align: var(--aligns);
`;
