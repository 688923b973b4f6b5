import { styled, Text, tokens, useText } from '@portfolio/kit';

/** What one wants to know before reading, such as `Price: Free`; a project may have none. */
export function ProjectFacts({ facts, className }: { facts: string; className?: string }) {
  const lines = linesOf(useText()(facts));
  if (lines.length === 0) return null;
  return (
    <Facts className={className}>
      {lines.map((line, at) => (
        <div key={line}>
          <Text as={Term} path={facts} pick={(words) => factOf(words, at)[0]} />
          <Text as={Value} path={facts} pick={(words) => factOf(words, at)[1]} />
        </div>
      ))}
    </Facts>
  );
}

/** A line of the facts in its two parts. */
function factOf(facts: string, at: number): [term: string, value: string] {
  const line = linesOf(facts)[at] ?? '';
  const end = line.indexOf(': ');
  return [line.slice(0, end), line.slice(end + 2)];
}

function linesOf(facts: string): string[] {
  return facts.split('\n').filter((line) => line.includes(': '));
}

const Facts = styled.dl`
  display: grid;
  gap: 12px 16px;
  grid-template-columns: repeat(auto-fit, minmax(6.125rem, 1fr));
  margin: 0;
`;

const Term = styled.dt`
  color: ${tokens.textSoft};
  font-size: 0.8125rem;
  line-height: 1.3;
`;

const Value = styled.dd`
  font-weight: 550;
  line-height: 1.35;
  margin: 0;
`;
