import { owner, styled, Text, tokens } from '@portfolio/kit';

/** Who this is, in one line: what he does, what with, where, and whether he can be hired. */
export function Who() {
  return (
    <Line>
      <Role>
        <Text path="home.who.role" />
      </Role>
      <Text path="home.who.tools" /> · {owner.place} ·{' '}
      <Work>
        <Text path={`home.who.${owner.availability}`} />
      </Work>
    </Line>
  );
}

const Line = styled.p`
  color: ${tokens.textSoft};
  line-height: 1.5;
  margin: 16px 0 0;
`;

const Role = styled.span`
  color: ${tokens.text};
  display: block;
  font-weight: 500;
`;

const Work = styled.span`
  color: ${tokens.accent};
  font-weight: 600;
  white-space: nowrap;
`;
