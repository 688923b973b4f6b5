import { owner, styled, tokens, useWindowRatio } from '@portfolio/kit';
import { LanguageSwitch } from './language-switch.tsx';
import { Menu } from './menu.tsx';
import { Tabs } from './tabs.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** 64 px: tabs, the name between two lines, the switches; on mobile a menu with the name beside it. */
export function Header() {
  const isMobile = useWindowRatio() === 'mobile';
  return (
    <Bar>
      {isMobile ? <Menu /> : <Tabs />}
      <Name $hasLines={!isMobile}>{owner.name}</Name>
      <Switches>
        <LanguageSwitch />
        <ThemeSwitch />
      </Switches>
    </Bar>
  );
}

const Bar = styled.header`
  align-items: center;
  background: ${tokens.background};
  border-bottom: 1px solid ${tokens.line};
  display: grid;
  gap: 8px 16px;
  grid-template-columns: 1fr auto 1fr;
  height: ${tokens.headerHeight};
  padding: 0 24px;
  position: sticky;
  top: 0;
  z-index: 10;

  > :last-child {
    justify-self: end;
  }

  @media (max-aspect-ratio: 3/4) {
    grid-template-columns: auto 1fr auto;
    padding: 0 12px;
  }

  /* A small window that is no phone: two lines in the same 64 px. */
  @media (max-width: 719px) and (not (max-aspect-ratio: 3/4)) {
    gap: 0 12px;
    grid-template-columns: 1fr auto;
    padding: 4px 12px;

    > :first-child {
      grid-column: 1 / -1;
      grid-row: 2;
    }
  }
`;

const Name = styled.span<{ $hasLines: boolean }>`
  align-items: center;
  display: flex;
  font-size: 1.375rem;
  font-weight: 600;
  gap: 18px;
  letter-spacing: 0.01em;
  white-space: nowrap;

  &::before,
  &::after {
    background: linear-gradient(90deg, transparent, ${tokens.primary});
    content: ${({ $hasLines }) => ($hasLines ? "''" : 'none')};
    height: 1px;
    width: clamp(24px, 15vw, 240px);
  }

  &::after {
    rotate: 180deg;
  }

  @media (max-width: 719px) {
    font-size: 1.125rem;
    gap: 10px;

    &::before,
    &::after {
      width: clamp(0px, 5vw, 24px);
    }
  }
`;

const Switches = styled.div`
  display: flex;
  gap: 8px;
`;
