import { type LiveRelease, SectionSwap, styled, Text, tokens, useSettings } from '@portfolio/kit';
import { use } from 'react';
import { fillIn, SwapButton } from './swap-button.tsx';

export function PlanRows({ releases }: { releases: readonly LiveRelease[] }) {
  const shell = releases.find(({ name }) => name === 'shell');
  const sections = releases.filter((release) => release !== shell);
  return (
    <>
      {shell && <Part {...shell} />}
      <Sections>
        {sections.map((release) => (
          <Section key={release.name} $isHere={release.name === 'home'}>
            {release.name === 'home' ? <Home {...release} /> : <Part {...release} />}
          </Section>
        ))}
      </Sections>
    </>
  );
}

/** Home can be swapped; its row then says how long that took. */
function Home(release: LiveRelease) {
  const { swapped } = use(SectionSwap);
  const language = useSettings((settings) => settings.language);
  return (
    <>
      {swapped ? (
        <TookLine>
          <code>{swapped.release}</code>
          <Text
            as={Measured}
            path="home.plan.took"
            pick={(words) => fillIn(words, swapped, language)}
          />
        </TookLine>
      ) : (
        <Part {...release} />
      )}
      <HereLine>
        <Text path="home.plan.here" />
        <SwapButton />
      </HereLine>
    </>
  );
}

function Part({ name, createdAt, age }: LiveRelease) {
  return (
    <Line>
      <code>{name}</code>
      <Age dateTime={age && createdAt}>{age}</Age>
    </Line>
  );
}

/** As high without an age, which is added later. */
const Line = styled.span`
  align-items: baseline;
  background: ${tokens.background};
  display: flex;
  gap: 12px;
  justify-content: space-between;
  line-height: 1.6;
  overflow: hidden;
  padding: 6px 12px;
  white-space: nowrap;
`;

const Age = styled.time`
  color: ${tokens.textSoft};
`;

const Measured = styled.span`
  color: ${tokens.textSoft};
`;

const Sections = styled.div`
  display: grid;
  gap: 6px;
  margin: 0 clamp(12px, 10%, 36px);
  padding: 6px;
`;

const Section = styled.div<{ $isHere: boolean }>`
  border: 1px solid ${({ $isHere }) => ($isHere ? tokens.accent : tokens.line)};
  border-radius: ${tokens.radius};
  overflow: hidden;
`;

const TookLine = styled(Line)`
  flex-wrap: wrap;
  gap: 0 12px;
`;

/** Leaves room for the focus ring, which the row would clip. */
const HereLine = styled(Line)`
  color: ${tokens.accent};
  font-weight: 550;
  margin-top: -5px;
  padding-top: 5px;
`;
