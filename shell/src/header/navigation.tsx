import type { IconName } from '@portfolio/contract/pages.ts';
import { IconButton, NavLink, styled, Text, tokens, useText, whereHovering } from '@portfolio/kit';
import {
  BookOpen,
  Calendar,
  Camera,
  CodeXml,
  Gamepad2,
  House,
  type LucideIcon,
  Mail,
  Menu as MenuIcon,
  Music,
  Newspaper,
  PanelTop,
  Star,
  Users,
} from 'lucide-react';
import { useRef } from 'react';
import { site } from '../federation/site.ts';
import { showsComing } from './page-status.tsx';
import { withIcons } from './widths.ts';

/** The entries as tabs, separated by dashes. */
export function Tabs() {
  const text = useText();
  const { pages } = site.releases;
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

  &:focus-visible {
    border-radius: 1px;
    outline-offset: 5px;
  }

  &[aria-current='page'] {
    border-color: ${tokens.primary};
    color: ${tokens.accent};
    ${showsComing}
  }

  @media (forced-colors: active) {
    &:not([aria-current='page']) {
      border-color: Canvas;
    }
  }
`;

/** The entries in a dropdown with icons: the platform's popover. */
export function Menu() {
  const text = useText();
  const { pages } = site.releases;
  const dropdown = useRef<HTMLElement>(null);
  return (
    <div>
      <Opener popoverTarget="menu" aria-label={text('header.menu')}>
        <MenuIcon />
      </Opener>
      <Dropdown id="menu" popover="auto" ref={dropdown} aria-label={text('header.navigation')}>
        <Choices>
          {pages.map(({ path, label, icon }) => {
            const Icon = iconOf(icon);
            return (
              <li key={path}>
                <Choice to={path} onClick={() => dropdown.current?.hidePopover()}>
                  <Icon size={20} />
                  <Text path={label} />
                </Choice>
              </li>
            );
          })}
        </Choices>
      </Dropdown>
    </div>
  );
}

const Opener = styled(IconButton)`
  border-color: ${tokens.line};
  color: ${tokens.text};

  ${whereHovering} {
    &:hover {
      border-color: ${tokens.accent};
    }
  }

  ${showsComing}
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

const Choices = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;
`;

/** The entry of the open page has an edge, not only another colour. */
const Choice = styled(NavLink)`
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

/** The icon of an entry; a plain one for a name that another shell may know. */
function iconOf(name: string): LucideIcon {
  return Object.hasOwn(icons, name) ? icons[name as IconName] : icons['panel-top'];
}
