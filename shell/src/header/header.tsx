import { beyondMobile, onMobile, owner, styled, tokens } from '@portfolio/kit';
import { memo } from 'react';
import { LanguageSwitch } from './language-switch.tsx';
import { Menu } from './menu.tsx';
import { OwnerName } from './owner-name.tsx';
import { PageStatus } from './page-status.tsx';
import { Tabs } from './tabs.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { inTwoRows, withIcons } from './widths.ts';

/**
 * 64 px: tabs, the name between two lines, the switches; on mobile a menu with the name beside it.
 * Both are in the page, which is prerendered for every window; CSS shows one of them.
 */
export function Header({ isComing }: { isComing: boolean }) {
  return (
    <Bar>
      <Entries>
        <OnMobile>
          <Menu isComing={isComing} />
        </OnMobile>
        <BeyondMobile>
          <Tabs isComing={isComing} />
        </BeyondMobile>
      </Entries>
      <OwnerName>{owner.name}</OwnerName>
      <Choices />
      <PageStatus isComing={isComing} />
    </Bar>
  );
}

/** Memoized: rendered between a choice and its event they would show the choice before. */
const Choices = memo(() => (
  <Switches>
    <LanguageSwitch />
    <ThemeSwitch />
  </Switches>
));

/** A document arrives in pieces: hidden until the page follows, so that nothing shifts. */
const Bar = styled.header`
  align-items: center;
  background: ${tokens.background};
  border-bottom: 1px solid ${tokens.line};
  display: grid;
  gap: 0 16px;
  grid-template: 'entries name switches' 100% / minmax(max-content, 1fr) minmax(0, auto) minmax(max-content, 1fr);
  height: ${tokens.headerHeight};
  padding: 0 clamp(12px, 2vw, 24px);
  position: sticky;
  top: 0;
  z-index: 10;

  &:not(:has(+ *)) {
    visibility: hidden;
  }

  ${withIcons} {
    gap: 0 8px;
  }

  ${onMobile} {
    gap: 0 10px;
    grid-template-columns: auto minmax(0, 1fr) auto;
    padding: 0 12px;
  }

  ${inTwoRows} {
    gap: 0 4px;
    grid-template: 'name switches' 19px 'entries switches' 44px / minmax(0, 1fr) auto;
    padding: 0 8px;
  }

  @media print {
    border: 0;
    display: block;
    height: auto;
    padding: 0;
    position: static;
  }
`;

const Entries = styled.div`
  grid-area: entries;

  @media print {
    display: none;
  }
`;

const OnMobile = styled.div`
  ${beyondMobile} {
    display: none;
  }
`;

const BeyondMobile = styled.div`
  ${onMobile} {
    display: none;
  }
`;

const Switches = styled.div`
  display: flex;
  gap: 8px;
  grid-area: switches;
  justify-self: end;

  ${inTwoRows} {
    gap: 4px;
  }

  @media print {
    display: none;
  }
`;
