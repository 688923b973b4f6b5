import type { ComponentProps } from 'react';
import { parsePath, Link as RouterLink, useLocation } from 'react-router-dom';
import { ForEars, linkLook, styled, tokens } from '../styles.ts';
import { useText } from '../texts/texts.ts';
import { Tooltip } from './tooltip.tsx';

const visitParameters = new Set(['preview', 'language']);

/** A link within the site. It keeps the query parameters of the visit: a preview, a language. */
export function Link({ to, ...rest }: ComponentProps<typeof RouterLink> & { to: string }) {
  const query = [...new URLSearchParams(useLocation().search)];
  const kept = query.filter(([name]) => visitParameters.has(name));
  const address = parsePath(to);
  const search = new URLSearchParams([...kept, ...new URLSearchParams(address.search)]);
  return <RouterLink to={{ ...address, search: `${search}` }} {...rest} />;
}

type OutsideLinkProps = ComponentProps<'a'> & { href: string };

/**
 * A link out of the site. Web pages open in a new tab without access to this one, marked by an arrow and by
 * words for screen readers.
 */
export function OutsideLink({ children, rel = '', ...rest }: OutsideLinkProps) {
  const text = useText();
  const isWebPage = /^https?:/i.test(rest.href);
  if (!isWebPage) return <Anchor {...rest}>{children}</Anchor>;
  return (
    <Anchor target="_blank" {...rest} rel={`noopener noreferrer ${rel}`.trim()}>
      {children}
      <Arrow data-screen viewBox="0 0 10 10" aria-hidden="true">
        <path d="M2 8 8 2M3 2h5v5" />
      </Arrow>
      <ForEars>{` (${text('links.newTab')})`}</ForEars>
    </Anchor>
  );
}

/** An `OutsideLink` with a tooltip, whose text is found at the key path `tooltip`. */
export function ExternalLink({ tooltip, ...link }: OutsideLinkProps & { tooltip: string }) {
  return (
    <Tooltip path={tooltip}>
      <OutsideLink {...link} />
    </Tooltip>
  );
}

/** The style of a link within text; on paper it shows its address. */
export const Anchor = styled.a`
  ${linkLook}
  color: ${tokens.accent};

  @media print {
    &[target]::after {
      content: ' <' attr(href) '>';
      font-weight: 400;
      overflow-wrap: anywhere;
    }
  }
`;

/** An SVG, since phones would render the character as an emoji. */
const Arrow = styled.svg`
  fill: none;
  height: 0.62em;
  margin-inline-start: 0.3em;
  stroke: currentcolor;
  stroke-linecap: round;
  stroke-width: 1.4;
`;
