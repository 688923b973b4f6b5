import type { PageNode } from '@portfolio/contract/pages.ts';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { boxLook, visuallyHidden } from '../layout.ts';
import { Anchor, OutsideLink, Link as SiteLink } from '../links/links.tsx';
import { styled } from '../styled.ts';
import { tokens } from '../tokens.ts';
import { Prose } from './markdown.tsx';

/**
 * Renders the text of a page from compiled Markdown.
 * @param base the address of the release, with a slash at its end
 * @param text the compiled Markdown as JSON
 */
export function PageProse({ base, text }: { base: string; text: string }) {
  const nodes: PageNode[] = JSON.parse(text);
  return <PageBody>{nodes.map((node, key) => draw(node, base, key))}</PageBody>;
}

/** Attributes with addresses; files of the release are named by their path in it. */
const addresses = ['src', 'srcSet', 'href'];
const inRelease = /(?<=^|, )(?=resources\/)/g;

function draw(node: PageNode, base: string, key?: number): ReactNode {
  if (typeof node === 'string') return node;
  const { children = [], ...props } = node.props;
  for (const name of addresses) {
    const value = props[name];
    if (typeof value === 'string') props[name] = value.replaceAll(inRelease, base);
  }
  const type = node.type === 'a' ? PageLink : node.type;
  const inside = [children].flat().map((child) => draw(child, base));
  return createElement(type, { key, ...props }, ...inside);
}

/** The build has checked the target: a part of the page, the site, or another site. */
function PageLink({ href = '', ...rest }: ComponentProps<'a'>) {
  // The app has no page for a file.
  if (/^\/[^?#]*\./.test(href)) return <Anchor href={href} {...rest} />;
  if (/^[/#]/.test(href)) return <Anchor as={SiteLink} to={href} {...rest} />;
  return <OutsideLink href={href} {...rest} />;
}

const PageBody = styled(Prose)`
  min-width: 0;
  overflow-wrap: break-word;

  h2, h3, h4 {
    font-weight: 600;
    margin: 1.6em 0 0.6em;
    scroll-margin-top: 80px;
  }

  > :first-child {
    margin-top: 0;
  }

  blockquote {
    border-inline-start: 3px solid ${tokens.primary};
    color: ${tokens.textSoft};
    padding-inline-start: 1em;
  }

  img {
    border-radius: ${tokens.radius};
    display: block;
    height: auto;
    max-width: 100%;
  }

  pre, .table {
    margin: 0 0 1.2em;
    overflow-x: auto;
  }

  pre {
    ${boxLook}
    line-height: 1.5;
    padding: 12px 16px;
    tab-size: 2;
  }

  pre code {
    background: none;
    padding: 0;
  }

  @media print {
    pre {
      white-space: pre-wrap;
    }
  }

  table {
    border-collapse: collapse;
    min-width: 50%;
  }

  th, td {
    border-bottom: 1px solid ${tokens.line};
    padding: 6px 16px 6px 0;
    text-align: start;
    vertical-align: top;
  }

  [align='right'] {
    text-align: end;
  }

  .contains-task-list {
    list-style: none;
    padding: 0;
  }

  .sr-only {
    ${visuallyHidden}
  }

  .footnotes {
    border-top: 1px solid ${tokens.line};
    color: ${tokens.textSoft};
    font-size: 0.9em;
    margin-top: 2em;
    padding-top: 1em;
  }

  .hljs-comment, .hljs-quote, .hljs-meta {
    color: ${tokens.textSoft};
    font-style: italic;
  }

  .hljs-keyword, .hljs-literal, .hljs-name, .hljs-selector-tag, .hljs-section {
    color: ${tokens.accent};
  }

  .hljs-string, .hljs-regexp, .hljs-addition, .hljs-symbol {
    color: ${tokens.success};
  }

  .hljs-number, .hljs-attr, .hljs-attribute, .hljs-built_in, .hljs-type, .hljs-variable {
    color: ${tokens.warning};
  }
`;
