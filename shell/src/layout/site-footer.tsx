import {
  type LiveRelease,
  onlyWithApp,
  owner,
  styled,
  Text,
  tokens,
  useLiveReleases,
} from '@portfolio/kit';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { navigationEntryAt } from '../federation/release-map.ts';

export function SiteFooter() {
  const [footer, releases] = useLiveReleases();
  // Left out of prerendered pages, where the plan would add 300 bytes before the first text.
  const [isOpen, setIsOpen] = useState(false);
  const count = String(releases.length);
  const [newest] = releases.toSorted((a, b) => timeOf(b) - timeOf(a));
  return (
    <Footer ref={footer}>
      <Releases onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <Text as="span" path="site.releases" values={{ count }} />
          {newest?.age && (
            <>
              , <Text path="site.newest" /> <time dateTime={newest.createdAt}>{newest.age}</time>
            </>
          )}
        </summary>
        {isOpen && <Plan releases={releases} />}
      </Releases>
      {owner.imprint && <Imprint>{owner.imprint}</Imprint>}
    </Footer>
  );
}

const timeOf = ({ createdAt = '' }: LiveRelease) => Date.parse(createdAt) || 0;

function Plan({ releases }: { releases: readonly LiveRelease[] }) {
  const open = navigationEntryAt(useLocation().pathname)?.section;
  return (
    <>
      <Text as={Lead} path="site.madeOf" />
      <Shell>
        {releases.map(({ name, id, createdAt, age }) => (
          <Part key={name} title={age && `${name}@${id}`} $isOpen={name === open}>
            <Name>{name}</Name> {age && <time dateTime={createdAt}>{age}</time>}
          </Part>
        ))}
      </Shell>
      <Api>
        <Name>api</Name> <Text path="site.api" />
      </Api>
    </>
  );
}

const Footer = styled.footer`
  border-top: 1px solid ${tokens.line};
  color: ${tokens.textSoft};
  font-size: 0.8125rem;
  line-height: 1.6;
  margin-top: 56px;
  padding-top: 6px;

  @media print {
    border: 0;
    padding: 0;
  }
`;

/** The summary spans the page, so the age, which is added later, moves nothing. */
const Releases = styled.details`
  > summary {
    cursor: pointer;
    margin-block: -2px;
    padding: 12px 0;
  }

  ${onlyWithApp}
`;

const Lead = styled.p`
  margin: 0 0 12px;
`;

const Shell = styled.ul`
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  list-style: none;
  margin: 0;
  padding: 8px;
`;

/** Reserves a row for the age, which is added later. */
const Part = styled.li<{ $isOpen: boolean }>`
  background: ${tokens.surface};
  border: 1px solid ${({ $isOpen }) => ($isOpen ? tokens.accent : tokens.line)};
  border-radius: ${tokens.radius};
  display: grid;
  flex: 1 1 7.5rem;
  grid-template-rows: repeat(2, 1lh);
  padding: 8px 12px;

  &:first-child {
    background: none;
    border-color: transparent;
    display: flex;
    flex-basis: 100%;
    justify-content: space-between;
    padding: 0 4px;
  }
`;

/** A line connects the API to the plan. */
const Api = styled.p`
  border: 1px dashed ${tokens.line};
  border-radius: ${tokens.radius};
  margin: 24px 0 0;
  padding: 8px 12px;
  position: relative;

  &::before {
    border-left: 1px dashed ${tokens.textSoft};
    bottom: 100%;
    content: '';
    height: 24px;
    left: 50%;
    position: absolute;
  }
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
