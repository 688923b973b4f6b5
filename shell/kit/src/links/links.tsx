import type { ComponentProps, PropsWithChildren } from 'react';
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { visuallyHidden, whereHovering } from '../layout.ts';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { Tooltip } from './tooltip.tsx';

type SiteLinkProps<Of extends typeof RouterLink | typeof RouterNavLink> = ComponentProps<Of> & {
  to: string;
};

/** A link within the site. It takes along what was chosen for this visit: a preview, a language. */
export function Link({ to, ...rest }: SiteLinkProps<typeof RouterLink>) {
  return <RouterLink to={useSiteAddress(to)} {...rest} />;
}

/** The same for a navigation, where the entry of the page that is open is marked. */
export function NavLink({ to, ...rest }: SiteLinkProps<typeof RouterNavLink>) {
  return <RouterNavLink to={useSiteAddress(to)} {...rest} />;
}

/** What is chosen for as long as a visit. */
const ofTheVisit = new Set(['preview', 'language']);

function useSiteAddress(to: string) {
  const asked = new URLSearchParams(useLocation().search);
  const kept = new URLSearchParams([...asked].filter(([name]) => ofTheVisit.has(name)));
  const [pathname = '', hash = ''] = to.split('#');
  return { pathname, search: `${kept}`, hash };
}

/**
 * A link that leaves the site: web pages open in a new tab that cannot reach back, which an arrow
 * shows and a screen reader is told; a mail address opens where mail is written.
 */
export function OutsideLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const text = useText();
  const isWebPage = /^https?:/i.test(rest.href);
  if (!isWebPage) return <Anchor {...rest}>{children}</Anchor>;
  return (
    <Anchor target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <Away viewBox="0 0 10 10" aria-hidden="true">
        <path d="M2 8 8 2M3 2h5v5" />
      </Away>
      <Told>{` (${text('links.newTab')})`}</Told>
    </Anchor>
  );
}

interface ExternalLinkProps extends PropsWithChildren {
  href: string;
  /** The key path of the tooltip's text. */
  tooltip: string;
  className?: string;
}

/** A link out of the site with a tooltip, opening safely in a new tab. */
export function ExternalLink({ tooltip, ...link }: ExternalLinkProps) {
  return (
    <Tooltip path={tooltip}>
      <OutsideLink {...link} />
    </Tooltip>
  );
}

/** The look of a link within words; on paper it is its address. */
export const Anchor = styled.a`
  color: ${tokens.accent};
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;

  ${whereHovering} {
    &:hover {
      text-decoration-thickness: 2px;
    }
  }

  &:active {
    opacity: 0.75;
  }

  @media print {
    &[target]::after {
      content: ' <' attr(href) '>';
      font-weight: 400;
      overflow-wrap: anywhere;
    }
  }
`;

/** Drawn: phones would make an emoji of the letter. */
const Away = styled.svg`
  display: inline;
  fill: none;
  flex: none;
  height: 0.62em;
  margin-inline-start: 0.3em;
  stroke: currentcolor;
  stroke-linecap: round;
  stroke-width: 1.4;
  width: 0.62em;

  @media print {
    display: none;
  }
`;

const Told = styled.span`
  ${visuallyHidden}
`;
