import { onMobile, owner, styled, tokens } from '@portfolio/kit';
import { useRoute } from '../routing/history.ts';
import { Navigation, PageStatus } from './navigation.tsx';
import { LanguageSwitch, ThemeSwitch, withIcons } from './switches.tsx';

/** A small window that is no phone: the name is above the tabs, which keep 44 px of the header's 64. */
const inTwoRows = '@media (max-width: 35.9375em) and (not (max-aspect-ratio: 3/4))';

export function Header() {
  const { isPending } = useRoute();
  return (
    <Bar data-pending={isPending || undefined}>
      <Navigation />
      <Middle>
        <Name>{owner.name}</Name>
      </Middle>
      <Switches>
        <LanguageSwitch />
        <ThemeSwitch />
      </Switches>
      <PageStatus />
    </Bar>
  );
}

/**
 * Hidden until the document continues after it, so that nothing shifts. The name is in the middle of the window and
 * is never cut; where that leaves too little for more than three tabs, it is between them and the switches.
 */
const Bar = styled.header`
  align-items: center;
  background: ${tokens.background};
  border-bottom: 1px solid ${tokens.line};
  display: grid;
  gap: 0 16px;
  grid-template: 'entries name switches' 100% / minmax(0, 1fr) auto minmax(max-content, 1fr);
  height: ${tokens.headerHeight};
  padding: 0 clamp(12px, 2vw, 24px);
  position: sticky;
  top: 0;
  z-index: 10;

  &:not(:has(+ *)) {
    visibility: hidden;
  }

  &:where(:has(li:nth-child(4))) {
    grid-template-columns: minmax(0, max-content) minmax(min-content, 1fr) max-content;
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

/** The name between two lines, which more than three tabs leave no room. */
const Middle = styled.div`
  --length: min(50vw - 370px, 240px);
  align-items: center;
  display: flex;
  gap: min(1.4vw, 18px);
  grid-area: name;
  min-width: 0;

  @media screen and (not (max-aspect-ratio: 3/4)) {
    &::before,
    &::after {
      background: linear-gradient(90deg, transparent, ${tokens.primary});
      content: '';
      flex: auto;
      height: 1px;
      width: var(--length);
    }
  }

  &::after {
    rotate: 180deg;
  }

  header:has(li:nth-child(4)) & {
    --length: 0;
  }

  ${withIcons} {
    --length: clamp(0px, 50vw - 290px, 24px);
    gap: clamp(4px, 4vw - 19px, 11px);
  }

  ${inTwoRows} {
    gap: 8px;
  }
`;

/** On a phone a long name wraps. */
const Name = styled.span`
  flex: none;
  font-size: 1.375rem;
  font-weight: 600;
  letter-spacing: 0.01em;
  line-height: 1.4;
  max-width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  ${withIcons} {
    font-size: clamp(1.0625rem, 5vw, 1.1875rem);
  }

  ${onMobile} {
    -webkit-box-orient: vertical;
    display: -webkit-box;
    font-size: min(clamp(1.0625rem, 5vw, 1.1875rem), 23px);
    -webkit-line-clamp: 2;
    line-height: 1.2;
    text-wrap: balance;
    white-space: normal;
  }

  ${inTwoRows} {
    font-size: 17px;
    line-height: 19px;
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
`;
