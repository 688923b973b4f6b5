import { OutsideLink, owner, styled, Text, tokens } from '@portfolio/kit';
import measured from './measured.json' with { type: 'json' };

/** Who this is, in one line: what he does, what with, where, and whether he can be hired. */
export function Who() {
  return (
    <Line>
      <Role>
        <Text path="home.who.role" />
      </Role>
      <Rest>
        <Items>
          <Item>
            <Text path="home.who.tools" />{' '}
          </Item>
          {owner.place && <Item>{owner.place} </Item>}
          <Item>
            <Work>
              <Text path={`home.who.${owner.availability}`} />
            </Work>
          </Item>
          <Item>
            <Measured />
          </Item>
        </Items>
      </Rest>
    </Line>
  );
}

/** What the bench has measured, and where all of it stands. */
function Measured() {
  const [whole = '', tenths = ''] = (measured.readableMs / 1000).toFixed(1).split('.');
  const words = <Text path="home.who.measured" values={{ whole, tenths }} />;
  if (!owner.codeProfile) return words;
  const numbers = `${owner.codeProfile}/portfolio/blob/main/shell/bench/result.md`;
  return <Numbers href={numbers}>{words}</Numbers>;
}

const Numbers = styled(OutsideLink)`
  color: inherit;
`;

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

/** Dots stand between its items; one at the beginning of a line is cut off at its edge. */
const Rest = styled.span`
  display: block;
  overflow: hidden;
  position: relative;
`;

const Items = styled.span`
  display: block;
  margin-inline-start: -1.1em;
`;

/** Its dot is drawn, not read. */
const Item = styled.span`
  display: inline-block;
  padding-inline-start: 1.1em;

  &::before {
    content: '·' / '';
    margin-inline-start: -0.6em;
    position: absolute;
  }
`;

const Work = styled.span`
  color: ${tokens.accent};
  font-weight: 600;
`;
