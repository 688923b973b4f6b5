import {
  type LiveRelease,
  onlyWithApp,
  styled,
  Text,
  tokens,
  useLiveReleases,
} from '@portfolio/kit';

/** The live site: the shell between its walls, with its sections, each with the age of its release. */
export function SitePlan() {
  const [plan, releases] = useLiveReleases();
  // A prerendered page, which is made once, only reserves the space until it is visible.
  if (!releases.some(({ age }) => age)) return <Shell ref={plan} />;
  const shell = releases.find(({ name }) => name === 'shell');
  const sections = releases.filter((release) => release !== shell);
  return (
    <Shell ref={plan}>
      {shell && <Part {...shell} />}
      <Sections>
        {sections.map((release) => (
          <Section key={release.name} $isHere={release.name === 'home'}>
            <Part {...release} />
            {release.name === 'home' && <Text as={Here} path="home.plan.here" />}
          </Section>
        ))}
      </Sections>
    </Shell>
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

const Shell = styled.figure`
  background: var(--wall-base) ${tokens.wall} 50% 0 / 240px auto;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  font-size: 0.8125rem;
  margin: 24px 0 0;
  min-height: 196px;
  overflow: hidden;

  ${onlyWithApp}
`;

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

const Here = styled.span`
  background: ${tokens.background};
  color: ${tokens.accent};
  display: block;
  font-weight: 550;
  padding: 0 12px 6px;
`;
