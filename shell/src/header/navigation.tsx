import type { IconName } from '@portfolio/contract/pages.ts';
import {
  beyondMobile,
  IconButton,
  NavLink,
  onMobile,
  styled,
  Text,
  tokens,
  useText,
  whereHovering,
} from '@portfolio/kit';
import {
  BookOpen,
  Calendar,
  Camera,
  CodeXml,
  Gamepad2,
  House,
  type LucideIcon,
  Mail,
  Menu,
  Music,
  Newspaper,
  PanelTop,
  Star,
  Users,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { releaseMap } from '../federation/release-map.ts';
import { pendingLook } from './page-status.tsx';
import { withIcons } from './widths.ts';

/**
 * The pages of the site: tabs, separated by dashes, or on mobile a dropdown with icons, a native popover. The
 * page is prerendered for every window, so CSS decides which.
 */
export function Navigation() {
  const text = useText();
  const entries = useRef<HTMLElement>(null);
  useEffect(() => {
    // An open popover is not part of the layout, in which the tabs of a turned phone belong.
    const mobile = matchMedia('(max-aspect-ratio: 3/4)');
    const close = () => entries.current?.hidePopover();
    mobile.addEventListener('change', close);
    return () => mobile.removeEventListener('change', close);
  }, []);
  return (
    <Place>
      <Opener popoverTarget="menu" aria-label={text('header.menu')}>
        <Menu />
      </Opener>
      <Entries id="menu" popover="auto" ref={entries} aria-label={text('header.navigation')}>
        <ul>
          {releaseMap.pages.map(({ path, label, icon }) => {
            const Icon = iconOf(icon);
            return (
              <li key={path}>
                <Entry to={path} onClick={() => entries.current?.hidePopover()}>
                  <Icon size={20} />
                  <Text path={label} />
                </Entry>
              </li>
            );
          })}
        </ul>
      </Entries>
    </Place>
  );
}

const Place = styled.div`
  grid-area: entries;

  @media print {
    display: none;
  }
`;

const Opener = styled(IconButton)`
  border-color: ${tokens.line};
  color: ${tokens.text};

  ${whereHovering} {
    &:hover {
      border-color: ${tokens.accent};
    }
  }

  ${beyondMobile} {
    display: none;
  }

  ${pendingLook}
`;

/**
 * Beyond mobile it is no popover. The dashes have no text for screen readers; on a small window the letters
 * are smaller, which leaves room for the name.
 */
const Entries = styled.nav`
  > ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }

  ${onMobile} {
    background: ${tokens.surface};
    border: 1px solid ${tokens.line};
    border-radius: ${tokens.radius};
    box-shadow: ${tokens.shadow};
    color: ${tokens.text};
    inset: calc(${tokens.headerHeight} + 6px) auto auto 12px;
    margin: 0;
    min-width: 200px;
    padding: 6px;
  }

  ${beyondMobile} {
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
 * The open page has a border, not only another colour. Forced colours make transparent borders visible, as if
 * every tab were the open one.
 */
const Entry = styled(NavLink)`
  align-items: center;
  display: flex;
  font-weight: 500;
  min-height: 44px;
  text-decoration: none;

  ${onMobile} {
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

  ${beyondMobile} {
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
      ${pendingLook}
    }

    @media (forced-colors: active) {
      &:not([aria-current='page']) {
        border-color: Canvas;
      }
    }
  }
`;

const icons: Record<IconName, LucideIcon> = {
  house: House,
  'gamepad-2': Gamepad2,
  mail: Mail,
  newspaper: Newspaper,
  'book-open': BookOpen,
  camera: Camera,
  music: Music,
  'code-xml': CodeXml,
  calendar: Calendar,
  star: Star,
  users: Users,
  'panel-top': PanelTop,
};

/** A plain icon for a name that only another version of the shell knows. */
function iconOf(name: string): LucideIcon {
  return Object.hasOwn(icons, name) ? icons[name as IconName] : icons['panel-top'];
}
