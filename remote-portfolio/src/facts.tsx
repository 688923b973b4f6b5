import { beyondMobile, styled, Text, tokens } from '@portfolio/kit';
import type { Project } from './project.ts';

/** What one wants to know before reading: when, by whom, whether it is out, where it runs, the price. */
export function Facts({ facts }: Pick<Project, 'facts'>) {
  return (
    <List>
      {(['status', 'platform', 'price', 'role'] as const).map((name) => (
        <div key={name}>
          <Name>
            <Text path={`portfolio.facts.${name}`} />
          </Name>
          <Value>
            <Text path={facts[name]} />
          </Value>
        </div>
      ))}
      <div>
        <Name>
          <Text path="portfolio.facts.years" />
        </Name>
        <Value>{facts.years}</Value>
      </div>
    </List>
  );
}

const List = styled.dl`
  display: grid;
  gap: 12px 16px;
  grid-area: facts;
  grid-template-columns: repeat(auto-fit, minmax(6.125rem, 1fr));
  margin: 0;

  ${beyondMobile} {
    @media (min-width: 600px) {
      background: color-mix(in srgb, ${tokens.background} 82%, transparent);
      border-radius: ${tokens.radius};
      grid-area: auto;
      grid-template-columns: minmax(0, 1fr);
      padding: 14px 16px;
    }
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
