import { siteFacts, styled, Text, ThisRelease, tokens, useSettings } from '@portfolio/kit';
import { use, useDeferredValue, useState } from 'react';
import { fillIn, SwapButton } from './swap-button.tsx';

/**
 * The live site: the shell between its walls, with its sections, each with the age of its release. A prerendered
 * page, which is made once, only reserves the space.
 */
export function SitePlan() {
  const { swapped } = use(ThisRelease);
  const isRunning = useDeferredValue(true, false);
  return (
    <Shell data-screen data-app>
      {(swapped || isRunning) && (
        <>
          <Part name="shell" />
          <Sections>
            {siteFacts().pages?.map(({ section }) => (
              <Section key={section} $isHere={section === 'home'}>
                {section === 'home' ? <Home /> : <Part name={section} />}
              </Section>
            ))}
          </Sections>
        </>
      )}
    </Shell>
  );
}

/** Home can be swapped; its row then says how long that took. */
function Home() {
  const { swapped } = use(ThisRelease);
  const language = useSettings((settings) => settings.language);
  return (
    <>
      {swapped ? (
        <Line>
          <code>{swapped.release}</code>
          <Text
            as={Soft}
            path="home.plan.took"
            pick={(words) => fillIn(words, swapped, language)}
          />
        </Line>
      ) : (
        <Part name="home" />
      )}
      <HereLine>
        <Text path="home.plan.here" />
        <SwapButton />
      </HereLine>
    </>
  );
}

function Part({ name }: { name: string }) {
  const [now] = useState(Date.now);
  const language = useSettings((settings) => settings.language);
  const createdAt = siteFacts().createdAt?.[name];
  return (
    <Line>
      <code>{name}</code>
      <Soft as="time" dateTime={createdAt}>
        {createdAt && ageOf(now - Date.parse(createdAt), language)}
      </Soft>
    </Line>
  );
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
] as const;

/** Such as “3 hours ago”: uses the largest unit that fits, and never a future time. */
export function ageOf(since: number, language: string): string {
  const ms = Math.max(0, since);
  const [unit, length] = units.find(([, length]) => ms >= length) ?? ['minute', 60_000];
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return format.format(-Math.floor(ms / length), unit);
}

const Shell = styled.figure`
  background: var(--wall-base) ${tokens.wall} 50% 0 / 240px auto;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  font-size: 0.8125rem;
  margin: 24px 0 0;
  min-height: 196px;
  overflow: hidden;
`;

const Line = styled.span`
  align-items: baseline;
  background: ${tokens.background};
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
  justify-content: space-between;
  overflow: hidden;
  padding: 6px 12px;
  white-space: nowrap;
`;

const Soft = styled.span`
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

/** Leaves room for the focus ring, which the row would clip. */
const HereLine = styled(Line)`
  color: ${tokens.accent};
  font-weight: 550;
  margin-top: -5px;
  padding-top: 5px;
`;
