import { NavLink, styled, Text, tokens, useText, whereHovering } from '@portfolio/kit';
import { useSite } from '../site.ts';
import { withIcons } from './widths.ts';

/** The entries as tabs, separated by dashes. */
export function Tabs() {
  const text = useText();
  const { pages } = useSite().releases;
  return (
    <nav aria-label={text('header.navigation')}>
      <Row>
        {pages.map(({ path, label }) => (
          <Entry key={path}>
            <Tab to={path}>
              <Text path={label} />
            </Tab>
          </Entry>
        ))}
      </Row>
    </nav>
  );
}

const Row = styled.ul`
  display: flex;
  list-style: none;
  margin: 0;
  padding: 0;

  /* So that the name can stand in the middle. */
  ${withIcons} {
    font-size: 0.9375rem;
  }
`;

const Entry = styled.li`
  align-items: center;
  display: flex;

  & + &::before {
    color: ${tokens.textSoft};
    /* The dash is drawn, not read. */
    content: '–' / '';
    padding: 0 clamp(6px, 0.9vw, 10px);
  }
`;

const Tab = styled(NavLink)`
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

  &[aria-current='page'] {
    border-color: ${tokens.primary};
    color: ${tokens.accent};
  }

  /* Forced colours draw what is transparent, so that every tab would look like the open one. */
  @media (forced-colors: active) {
    &:not([aria-current='page']) {
      border-color: Canvas;
    }
  }
`;
