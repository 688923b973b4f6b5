import { linkProtocols } from '@portfolio/contract/pages.ts';
import MarkdownToJsx from 'markdown-to-jsx';
import type { PropsWithChildren } from 'react';
import { Anchor, OutsideLink, Link as SiteLink } from '../links/links.tsx';
import { useSettings } from '../settings.ts';
import { styled, tokens } from '../styles.ts';
import { OldText, Skeleton, textWidth } from '../texts/text.tsx';
import { useText } from '../texts/texts.ts';

/**
 * A Markdown text of any origin by its key path, without raw HTML, and with safe links only; a skeleton of paragraphs
 * while a language loads.
 */
export function Markdown({ path }: { path: string }) {
  const text = useText();
  const isLoaded = useSettings((settings) => settings.isLanguageLoaded);
  const prose = (
    <Prose>
      <MarkdownToJsx options={options}>{text(path)}</MarkdownToJsx>
    </Prose>
  );
  if (isLoaded) return prose;
  return (
    <Paragraphs as="div" aria-busy="true">
      <OldText as="div" aria-hidden="true" $isAudible={false}>
        {prose}
      </OldText>
    </Paragraphs>
  );
}

/** A path of the site, optionally with a fragment; it must not match another host. */
const sitePath = /^(?:\/[\w-]+)+(?:#[\w-]+)?$/;

function Link({ href = '', children }: PropsWithChildren<{ href?: string }>) {
  if (sitePath.test(href))
    return (
      <Anchor as={SiteLink} to={href}>
        {children}
      </Anchor>
    );
  const isSafe = URL.canParse(href) && linkProtocols.includes(new URL(href).protocol);
  return isSafe ? <OutsideLink href={href}>{children}</OutsideLink> : children;
}

const TextHeading = styled.h3`
  font-size: clamp(1.25rem, 2.4vw, 1.5rem);
  font-weight: 600;
  margin: 0 0 0.6em;
`;

/** Headings of a text are below those of the page. They have no id, which might not be unique. */
const headline = { component: TextHeading, props: { id: undefined } };

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: {
    a: Link,
    // Pictures belong to code, which knows their size; a text can only describe them.
    img: ({ alt }: { alt?: string }) => alt,
    h1: headline,
    h2: headline,
  },
} as const;

const Paragraphs = styled(Skeleton)`
  max-width: ${textWidth};
  min-height: 3lh;
`;

/** Paper has smaller letters, and longer lines save sheets. */
export const Prose = styled.div`
  max-width: ${textWidth};

  @media print {
    max-width: 36.7em;
  }

  p, ul, ol, blockquote {
    margin: 0 0 0.9em;
  }

  ul, ol {
    padding-inline-start: 1.25em;
  }

  li + li {
    margin-top: 0.35em;
  }

  > :first-child > :last-child,
  > :last-child {
    margin-bottom: 0;
  }

  code {
    background: ${tokens.surface};
    border-radius: ${tokens.radius};
    font-family: ui-monospace, monospace;
    font-size: 0.9em;
    padding: 0.1em 0.35em;
  }
`;
