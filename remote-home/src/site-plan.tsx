import {
  type LiveRelease,
  onlyWithApp,
  styled,
  Text,
  tokens,
  useLiveReleases,
} from '@portfolio/kit';

/** The site as it stands: the shell between its walls, the sections in it, each with the age of its release. */
export function SitePlan() {
  const [plan, releases] = useLiveReleases();
  // What is live is not in the page that is sent, which is made once: only the place for it, until it is seen.
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

/** As high without an age, which comes later. */
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
