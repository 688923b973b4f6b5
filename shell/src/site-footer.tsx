import { css, owner, styled, Text, tokens, useSettings } from '@portfolio/kit';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSite } from './site.ts';
import { whenReady } from './start/ready.tsx';

/**
 * The last line of every page: the releases it is put together from and how old each is, from what
 * the document says; and whose site it is by law, where that is filled in.
 */
export function SiteFooter() {
  const language = useSettings((settings) => settings.language);
  // Only where it is looked at: whoever sent the page knows neither its releases nor the hour.
  const [now, setNow] = useState<number>();
  const footer = useWhenSeen(() => setNow(Date.now()));
  const { key, createdAt = {} } = useSite().releases;
  return (
    <Footer ref={footer}>
      <Lead>
        <Text path="site.madeOf" />
      </Lead>
      <Releases>
        {key.split(',').map((release) => {
          const [name = ''] = release.split('@');
          const made = createdAt[name];
          return (
            <li key={name}>
              <Name title={now === undefined ? undefined : release}>{name}</Name>
              {now !== undefined && made && (
                <time dateTime={made}> {ageOf(now - Date.parse(made), language)}</time>
              )}
            </li>
          );
        })}
      </Releases>
      {owner.imprint && <Imprint>{owner.imprint}</Imprint>}
    </Footer>
  );
}

/**
 * Tells when an element is seen, once the page works: to write the first age takes as long as the app's
 * first look at the whole page (Intl.RelativeTimeFormat).
 */
function useWhenSeen(tell: () => void): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const told = useEffectEvent(tell);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      told();
    });
    void whenReady().then(() => element.current && watch.observe(element.current));
    return () => watch.disconnect();
  }, []);
  return element;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Such as “3 hours ago”, in the largest unit there is one of. Nothing comes from days to come. */
function ageOf(since: number, language: string): string {
  const ms = Math.max(0, since);
  const [unit, length] = units.find(([, length]) => ms >= length) ?? ['minute', 60_000];
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return format.format(-Math.floor(ms / length), unit);
}

const Footer = styled.footer`
  color: ${tokens.textSoft};
  border-top: 1px solid ${tokens.line};
  font-size: 0.8125rem;
  line-height: 1.6;
  margin-top: 56px;
  padding-top: 16px;

  @media print {
    border: 0;
    padding: 0;
  }
`;

/** On paper there is only whose site it is: nothing is live, and no age is written before it is seen. */
const notOnPaper = css`
  @media print {
    display: none;
  }
`;

const Lead = styled.p`
  margin: 0;
  ${notOnPaper}
`;

/**
 * In columns of one width and rows of one height: ages of any length that come later move nothing. Two
 * and two where there would be three and one.
 */
const Releases = styled.ul`
  display: grid;
  gap: 0 16px;
  grid-auto-rows: 1.6em;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 10.25rem), 1fr));
  list-style: none;
  margin: 0;
  padding: 0;
  white-space: nowrap;

  @media (min-width: 560px) and (max-width: 749px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${notOnPaper}
`;

const Name = styled.code`
  color: ${tokens.accent};
  font-family: ui-monospace, monospace;
`;

const Imprint = styled.address`
  font-style: normal;
  margin-top: 8px;
  white-space: pre-line;
`;
