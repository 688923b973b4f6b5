import { OutsideLink, owner, PlainList, styled, Text, tokens, useText } from '@portfolio/kit';
import { games } from './games.ts';
import measured from './measured.json' with { type: 'json' };

const results = owner.repository && `${owner.repository}/blob/main/shell/bench/result.md`;

/** Numbers that link to their evidence; their words are below `home.proof`. */
const numbers = [
  { name: 'script', value: measured.scriptKb, evidence: results && `${results}#visits` },
  { name: 'wait', value: measured.readableMs, evidence: results && `${results}#visits` },
  { name: 'games', value: games.length, evidence: '#games' },
].filter(({ value, evidence }) => value > 0 && evidence);

/** Each part needs its text. */
export function Proof() {
  const text = useText();
  return (
    <>
      {numbers.length > 0 && (
        <Numbers>
          {numbers.map(({ name, value, evidence }) => (
            <li key={name}>
              <Value>{value}</Value>
              <Text as={OutsideLink} href={evidence} path={`home.proof.${name}`} />
            </li>
          ))}
        </Numbers>
      )}
      {text('home.now.text') && (
        <Note>
          <Text as="b" path="home.now.date" /> <Text path="home.now.text" />
        </Note>
      )}
    </>
  );
}

const Numbers = styled(PlainList)`
  display: flex;
  flex-wrap: wrap;
  gap: 20px 12px;
  line-height: 1.35;
  margin: 40px 0;

  > li {
    flex: 1 1 5rem;
  }
`;

const Value = styled.b`
  color: ${tokens.accent};
  display: block;
  font-size: 2.25rem;
`;

/** An aside, of the page or of the mascot. */
export const Note = styled.p`
  border-left: 3px solid ${tokens.primary};
  color: ${tokens.textSoft};
  margin: 20px 0;
  max-width: 31em;
  padding-left: 14px;
`;
