import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';

/**
 * A link that leaves the site: web pages open in a new tab that cannot reach back, and a screen
 * reader is told so; a mail address opens where mail is written.
 */
export function OutsideLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const text = useText();
  const isWebPage = /^https?:/i.test(rest.href);
  if (!isWebPage) return <Anchor {...rest}>{children}</Anchor>;
  return (
    <Anchor target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <Told>{` (${text('links.newTab')})`}</Told>
    </Anchor>
  );
}

const Anchor = styled.a`
  color: ${tokens.accent};
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;

  &:hover {
    text-decoration-thickness: 2px;
  }

  /* On paper a link is its address. */
  @media print {
    &[target]::after {
      content: ' <' attr(href) '>';
      font-weight: 400;
      overflow-wrap: anywhere;
    }
  }
`;

const Told = styled.span`
  ${visuallyHidden}
`;
