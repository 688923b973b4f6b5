import { NavLink, styled, Text, tokens, useText, whereHovering } from '@portfolio/kit';
import { useSite } from '../federation/site.ts';
import { showsComing } from './page-status.tsx';
import { withIcons } from './widths.ts';

/** The entries as tabs, separated by dashes. */
export function Tabs({ isComing }: { isComing: boolean }) {
  const text = useText();
  const { pages } = useSite().releases;
  return (
    <nav aria-label={text('header.navigation')}>
      <Row>
        {pages.map(({ path, label }) => (
          <Entry key={path}>
            <Tab to={path} $isComing={isComing}>
              <Text path={label} />
            </Tab>
          </Entry>
        ))}
      </Row>
    </nav>
  );
}

/** On a small window in smaller letters, so that the name can stand in the middle. */
const Row = styled.ul`
  display: flex;
  list-style: none;
  margin: 0;
  padding: 0;

  ${withIcons} {
    font-size: 0.9375rem;
  }
`;

/** The dash before it is drawn, not read. */
const Entry = styled.li`
  align-items: center;
  display: flex;

  & + &::before {
    color: ${tokens.textSoft};
    content: '–' / '';
    padding: 0 clamp(6px, 0.9vw, 10px);
  }
`;

/** Forced colours draw what is transparent: every tab would look like the open one. */
const Tab = styled(NavLink)<{ $isComing: boolean }>`
  border-bottom: 2px solid transparent;
  color: ${tokens.textSoft};
  font-weight: 500;
  display: flex;
  align-items: center;
  min-height: 44px;
  text-decoration: none;
  white-space: nowrap;

  ${whereHovering} {
    &:hover {
      color: ${tokens.text};
    }
  }

  &:active {
    color: ${tokens.accent};
  }

  &:focus-visible {
    border-radius: 1px;
    outline-offset: 5px;
  }

  &[aria-current='page'] {
    border-color: ${tokens.primary};
    color: ${tokens.accent};
  }

  &[aria-current='page'] {
    ${({ $isComing }) => $isComing && showsComing}
  }

  @media (forced-colors: active) {
    &:not([aria-current='page']) {
      border-color: Canvas;
    }
  }
`;
