import { IconButton, NavLink, styled, Text, tokens, useText, whereHovering } from '@portfolio/kit';
import { Menu as MenuIcon } from 'lucide-react';
import { useRef } from 'react';
import { useSite } from '../federation/site.ts';
import { iconOf } from './icons.ts';
import { showsComing } from './page-status.tsx';

/**
 * The entries in a dropdown with icons. The platform's popover brings the opening, Escape, the
 * closing outside and the way back of the focus, for no bytes.
 */
export function Menu({ isComing }: { isComing: boolean }) {
  const text = useText();
  const { pages } = useSite().releases;
  const dropdown = useRef<HTMLElement>(null);
  return (
    <div>
      <Opener popoverTarget="menu" aria-label={text('header.menu')} $isComing={isComing}>
        <MenuIcon />
      </Opener>
      <Dropdown id="menu" popover="auto" ref={dropdown} aria-label={text('header.navigation')}>
        <Entries>
          {pages.map(({ path, label, icon }) => {
            const Icon = iconOf(icon);
            return (
              <li key={path}>
                <Entry to={path} onClick={() => dropdown.current?.hidePopover()}>
                  <Icon size={20} />
                  <Text path={label} />
                </Entry>
              </li>
            );
          })}
        </Entries>
      </Dropdown>
    </div>
  );
}

const Opener = styled(IconButton)<{ $isComing: boolean }>`
  border-color: ${tokens.line};
  color: ${tokens.text};

  ${whereHovering} {
    &:hover {
      border-color: ${tokens.accent};
    }
  }

  ${({ $isComing }) => $isComing && showsComing}
`;

const Dropdown = styled.nav`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  box-shadow: ${tokens.shadow};
  color: ${tokens.text};
  inset: calc(${tokens.headerHeight} + 6px) auto auto 12px;
  margin: 0;
  min-width: 200px;
  padding: 6px;
`;

const Entries = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;
`;

/** The entry of the open page has an edge, not only another colour. */
const Entry = styled(NavLink)`
  align-items: center;
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  display: flex;
  font-weight: 500;
  gap: 12px;
  min-height: 44px;
  padding: 0 12px;
  text-decoration: none;

  ${whereHovering} {
    &:hover {
      background: ${tokens.background};
    }
  }

  &:active {
    background: ${tokens.background};
  }

  &[aria-current='page'] {
    border-start-start-radius: 0;
    border-end-start-radius: 0;
    box-shadow: inset 3px 0 ${tokens.accent};
    color: ${tokens.accent};

    @media (forced-colors: active) {
      border-left: 3px solid Highlight;
      padding-left: 9px;
    }
  }
`;
