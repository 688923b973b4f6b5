import { Heading, hovered, Picture, PlainList, styled, Text, tokens } from '@portfolio/kit';
import { useId } from 'react';
import { Backdrop } from './backdrop.tsx';
import { ProjectFacts } from './project-facts.tsx';
import { ProjectLinks } from './project-links.tsx';
import { ProjectTexts } from './project-texts.tsx';
import { badgeColors, type Project } from './projects.ts';
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
      <Head>
        <Text as={Name} id={nameId} itemProp="name" path={project.name} />
        <Badges>
          {project.badges.map(({ text, color }) => (
            <Text key={text} as={Badge} $color={badgeColors[color]} path={text} />
          ))}
        </Badges>
        <ProjectLinks {...project} hasStory={project.story !== undefined} />
      </Head>
      <Side>
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
        <Facts facts={project.facts} />
      </Side>
      <Screenshots {...project} />
      <ProjectTexts texts={project.texts} nameId={nameId} />
    </Article>
  );
}

/** Where logo and facts stand beside the story. */
const twoColumns = '@media (min-width: 37.5em) and (not (max-aspect-ratio: 3/4))';

/** The side would not fit below the header: it does not stay in sight, and the story goes below it. */
const low = '@media (max-height: 639px)';

/**
 * A card. A link to it goes to where its logo, which rises above the edge, is below the header, too. On paper
 * a sheet each, logo and all: what stood out above its sheet would be pushed onto the name. The first may go on
 * overleaf, so that the title is not alone.
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

    ${low} {
      --layout: 'side head' 'side screenshots' 1fr 'story story' / 12rem minmax(0, 1fr);

      &:nth-of-type(even) {
        --layout: 'head side' 'screenshots side' 1fr 'story story' / minmax(0, 1fr) 12rem;
      }
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
      --layout: 'head' 9rem 'facts' 'screenshots' 'story' / minmax(0, 1fr);
      --rise: 0px;
    }

    &:first-of-type {
      break-inside: auto;
    }
  }
`;

const Head = styled.div`
  grid-area: head;

  @media print {
    align-self: center;
    padding-left: 11rem;
  }
`;

const Name = styled(Heading)`
  font-size: clamp(1.875rem, 4.2vw, 2.5rem);
  font-weight: 700;
  letter-spacing: -0.02em;
  margin: 0 0 12px;
`;

const Badges = styled(PlainList)`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

// Mixed with the theme's text and background, so that one hue keeps its contrast in both.
const Badge = styled.li<{ $color: string }>`
  background: color-mix(in oklab, ${({ $color }) => $color} 22%, ${tokens.background});
  border: 1px solid color-mix(in oklab, ${({ $color }) => $color} 60%, ${tokens.background});
  border-radius: ${tokens.radius};
  color: color-mix(in oklab, ${({ $color }) => $color} 38%, ${tokens.text});
  font-size: 0.875rem;
  font-weight: 550;
  line-height: 1.3;
  padding: 3px 10px;
`;

/** Beside a long text logo and facts stay in sight; on a phone they stand between the other parts. */
const Side = styled.div`
  display: contents;

  ${twoColumns} {
    align-self: start;
    display: grid;
    gap: 20px;
    grid-area: side;
    margin-top: calc(-1 * (var(--above) + var(--rise)));

    @media (min-height: 640px) {
      position: sticky;
      top: calc(${tokens.headerHeight} + 24px);
    }
  }

  @media print {
    display: contents;
  }
`;

/** It rises above the card's edge, as if the pig had climbed it. */
const Logo = styled.div`
  margin-top: calc(-1 * (var(--above) + var(--rise)));
  transition: transform 0.25s;

  ${twoColumns} {
    margin-top: 0;
  }

  @media print {
    grid-area: head;

    img {
      width: 9rem;
    }
  }

  ${hovered`
    transform: translateY(-6px) rotate(-2deg);
  `}
`;

const Facts = styled(ProjectFacts)`
  ${twoColumns} {
    background: color-mix(in srgb, ${tokens.background} 82%, transparent);
    border-radius: ${tokens.radius};
    grid-template-columns: minmax(0, 1fr);
    padding: 14px 16px;
  }
`;
