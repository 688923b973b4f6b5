import { pageName } from '@portfolio/contract/pages.ts';
import {
  boxLook,
  ForEars,
  hovered,
  Icon,
  IconButton,
  Link,
  onMobile,
  PlainList,
  siteFacts,
  styled,
  Text,
  tokens,
  useSettings,
  useText,
} from '@portfolio/kit';
import { beyondMobile } from '@portfolio/kit/shell';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { navigationEntryAt, sectionLoader } from '../federation/section-loader.ts';
import { useRoute } from '../routing/history.ts';
import { withIcons } from './switches.tsx';

/**
 * Tabs in a row, which scrolls where they do not fit; on mobile a menu in a popover. The page is prerendered for
 * every window, so CSS decides. The order is `page.order` in the `package.json` of each section.
 */
export function Navigation() {
  const text = useText();
  const entries = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const open = navigationEntryAt(pathname);
  useEffect(() => {
    // A menu that stays open while the window grows would displace the tabs.
    const mobile = matchMedia(onMobile.replace('@media ', ''));
    mobile.onchange = () => entries.current?.hidePopover();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab depends on the path
  useEffect(() => {
    const row = entries.current;
    const tab = row?.querySelector<HTMLElement>('[aria-current=page]');
    if (!row || !tab) return;
    // The header is the parent of both offsets.
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [pathname]);
  return (
    <Place data-screen>
      <MenuButton popoverTarget="menu" aria-label={text('header.menu')}>
        <MenuIcon />
      </MenuButton>
      <Entries
        id="menu"
        popover="auto"
        ref={entries}
        aria-label={text('header.navigation')}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        <PlainList>
          {siteFacts().pages.map(({ path, label, icon }) => (
            <li key={path}>
              <Entry to={path} aria-current={path === open?.path ? 'page' : undefined}>
                <Icon name={icon} size={20} />
                <Text path={label} />
              </Entry>
            </li>
          ))}
        </PlainList>
      </Entries>
    </Place>
  );
}

/** Shorter loading is not announced: most pages are prefetched when the pointer reaches their link. */
const noticeableMs = 120;

/** Announces the new page to screen readers, and a noticeable loading time before it. */
export function PageStatus() {
  const text = useText();
  const { pathname } = useLocation();
  const { isPending } = useRoute();
  const entry = navigationEntryAt(pathname);
  const language = useSettings((settings) => settings.language);
  const name = pageName(sectionLoader.pageAt(pathname), text, language);
  const [isLate, setLate] = useState(false);
  const [hasMoved, setMoved] = useState(false);
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname !== first.current) setMoved(true);
    if (!isPending) return;
    const timer = setTimeout(setLate, noticeableMs, true);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending, pathname]);
  return (
    <ForEars role="status">
      {isLate && entry && <Text path="header.coming" values={{ page: text(entry.label) }} />}
      {!isPending && hasMoved && <span>{name}</span>}
    </ForEars>
  );
}

const Place = styled.div`
  grid-area: entries;
`;

const MenuButton = styled(IconButton)`
  border-color: ${tokens.line};

  ${hovered`
    border-color: ${tokens.accent};
  `}

  ${beyondMobile} {
    display: none;
  }
`;

/**
 * Screen readers skip the dashes. In a small window the letters are smaller, which leaves room for the name. The
 * row scrolls with room for the focus rings of its tabs, which covers nothing.
 */
const Entries = styled.nav`
  ${onMobile} {
    ${boxLook}
    box-shadow: ${tokens.shadow};
    color: ${tokens.text};
    inset: calc(${tokens.headerHeight} + 6px) auto auto 12px;
    margin: 0;
    max-height: calc(100vh - ${tokens.headerHeight} - 12px);
    min-width: 200px;
    overflow-y: auto;
    padding: 6px;
  }

  ${beyondMobile} {
    all: unset;
    display: block;
    margin: -9px -4px -9px -8px;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    padding: 9px 4px 9px 8px;
    pointer-events: none;
    scrollbar-width: none;

    > ul {
      display: flex;
      width: max-content;
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

/** Marks the open page by a border as well as a colour. */
const Entry = styled(Link)`
  align-items: center;
  display: flex;
  font-weight: 500;
  min-height: 44px;
  text-decoration: none;

  ${onMobile} {
    border-left: 3px solid ${tokens.unseen};
    border-radius: ${tokens.radius};
    color: ${tokens.text};
    gap: 12px;
    padding: 0 12px 0 9px;

    ${hovered`
      background: ${tokens.background};
    `}

    &:active {
      background: ${tokens.background};
    }

    &[aria-current='page'] {
      border-color: ${tokens.accent};
      border-radius: 0 ${tokens.radius} ${tokens.radius} 0;
      color: ${tokens.accent};
    }
  }

  ${beyondMobile} {
    border-bottom: 2px solid ${tokens.unseen};
    color: ${tokens.textSoft};
    pointer-events: auto;

    > svg {
      display: none;
    }

    ${hovered`
      color: ${tokens.text};
    `}

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
  }
`;
