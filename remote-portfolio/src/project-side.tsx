import { Picture, styled, Text, tokens, whereHovering } from '@portfolio/kit';
import type { Project } from './projects.ts';

/** Beside the story: the logo at 12rem, and what one wants to know before reading. */
export function ProjectSide({ project, isFirst }: { project: Project; isFirst: boolean }) {
  const { logoPath, logoAlt, facts } = project;
  return (
    <Side>
      <Logo>
        <Picture
          path={logoPath}
          alt={logoAlt}
          width={512}
          height={512}
          size="12rem"
          isUrgent={isFirst}
        />
      </Logo>
      <Facts>
        {(['status', 'platform', 'price', 'role', 'years'] as const).map((name) => (
          <div key={name}>
            <Text as={Name} path={`portfolio.facts.${name}`} />
            <Value>
              {name === 'years' ? facts.years : <Text path={`portfolio.facts.${facts[name]}`} />}
            </Value>
          </div>
        ))}
      </Facts>
    </Side>
  );
}

/** Where logo and facts stand beside the story. */
export const twoColumns = '@media (min-width: 600px) and (not (max-aspect-ratio: 3/4))';

/** Beside a long text logo and facts stay in sight; on a phone they stand between the other parts. */
const Side = styled.div`
  display: contents;

  ${twoColumns} {
    align-self: start;
    display: grid;
    gap: 20px;
    grid-area: side;
    grid-template-areas: 'logo' 'facts';
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
  grid-area: logo;
  margin-top: calc(-1 * (var(--above) + var(--rise)));

  ${twoColumns} {
    margin-top: 0;
  }

  @media print {
    grid-area: head;
  }

  @media (prefers-reduced-motion: no-preference) {
    transition: transform 0.25s;

    ${whereHovering} {
      &:hover {
        transform: translateY(-6px) rotate(-2deg);
      }
    }
  }
`;

const Facts = styled.dl`
  display: grid;
  gap: 12px 16px;
  grid-area: facts;
  grid-template-columns: repeat(auto-fit, minmax(6.125rem, 1fr));
  margin: 0;

  ${twoColumns} {
    background: color-mix(in srgb, ${tokens.background} 82%, transparent);
    border-radius: ${tokens.radius};
    grid-template-columns: minmax(0, 1fr);
    padding: 14px 16px;
  }
`;

const Name = styled.dt`
  color: ${tokens.textSoft};
  font-size: 0.8125rem;
  line-height: 1.3;
`;

const Value = styled.dd`
  font-weight: 550;
  line-height: 1.35;
  margin: 0;
`;
