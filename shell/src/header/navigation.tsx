import {
  Icon,
  IconButton,
  NavLink,
  owner,
  styled,
  Text,
  tokens,
  useText,
  whereHovering,
} from '@portfolio/kit';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { releaseMap } from '../federation/release-map.ts';
import { whereTabsFit } from './room-for-tabs.ts';
import { withIcons } from './widths.ts';

/**
 * Tabs or, where tabs do not fit and on mobile, a menu in a popover. The page is prerendered for every
 * window, so CSS decides.
 */
export function Navigation() {
  const text = useText();
  const entries = useRef<HTMLElement>(null);
  const labels = releaseMap.pages.map(({ label }) => text(label));
  const room = whereTabsFit(labels, owner.name);
  const look = { $asTabs: `@media ${room}`, $asMenu: `@media not (${room})` };
  useEffect(() => {
    // A menu that stays open while the window grows would displace the tabs.
    const hasRoom = matchMedia(room);
    const close = () => entries.current?.hidePopover();
    hasRoom.addEventListener('change', close);
    return () => hasRoom.removeEventListener('change', close);
  }, [room]);
  return (
    <Place data-screen>
      <MenuButton {...look} popoverTarget="menu" aria-label={text('header.menu')}>
        <MenuIcon />
      </MenuButton>
      <Entries
        {...look}
        id="menu"
        popover="auto"
        ref={entries}
        aria-label={text('header.navigation')}
      >
        <ul>
          {releaseMap.pages.map(({ path, label, icon }) => (
            <li key={path}>
              <Entry {...look} to={path} onClick={() => entries.current?.hidePopover()}>
                <Icon name={icon} size={20} />
                <Text path={label} />
              </Entry>
            </li>
          ))}
        </ul>
      </Entries>
    </Place>
  );
}

const Place = styled.div`
  grid-area: entries;
`;

interface Look {
  $asTabs: string;
  $asMenu: string;
}

const MenuButton = styled(IconButton)<Look>`
  border-color: ${tokens.line};
  color: ${tokens.text};

  ${whereHovering} {
    &:hover {
      border-color: ${tokens.accent};
    }
  }

  ${({ $asTabs }) => $asTabs} {
    display: none;
  }

`;

/**
 * Screen readers skip the dashes. In a small window the letters are smaller, which leaves room for the name.
 */
const Entries = styled.nav<Look>`
  > ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }

  ${({ $asMenu }) => $asMenu} {
    background: ${tokens.surface};
    border: 1px solid ${tokens.line};
    border-radius: ${tokens.radius};
    box-shadow: ${tokens.shadow};
    color: ${tokens.text};
    inset: calc(${tokens.headerHeight} + 6px) auto auto 12px;
    margin: 0;
    max-height: calc(100vh - ${tokens.headerHeight} - 12px);
    min-width: 200px;
    overflow-y: auto;
    padding: 6px;
  }

  ${({ $asTabs }) => $asTabs} {
    all: unset;
    display: block;

    > ul {
      display: flex;
    }

    li {
      align-items: center;
      display: flex;
    }

    li + li::before {
      color: ${tokens.textSoft};
      content: '–' / '';
      padding: 0 clamp(6px, 0.9vw, 10px);
    }

    ${withIcons} {
      font-size: 0.9375rem;
    }
  }
`;

/**
 * Marks the open page by a border as well as a colour. Forced colours would show a transparent border on
 * every tab.
 */
const Entry = styled(NavLink)<Look>`
  align-items: center;
  display: flex;
  font-weight: 500;
  min-height: 44px;
  text-decoration: none;

  ${({ $asMenu }) => $asMenu} {
    border-radius: ${tokens.radius};
    color: ${tokens.text};
    gap: 12px;
    padding: 0 12px;

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
  }

  ${({ $asTabs }) => $asTabs} {
    border-bottom: 2px solid transparent;
    color: ${tokens.textSoft};
    white-space: nowrap;

    > svg {
      display: none;
    }

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

    @media (forced-colors: active) {
      &:not([aria-current='page']) {
        border-color: Canvas;
      }
    }
  }
`;
