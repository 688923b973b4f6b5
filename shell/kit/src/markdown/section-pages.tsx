import {
  type PageBelow,
  type PageNode,
  pageAt,
  pageFile,
  wordsIn,
} from '@portfolio/contract/pages.ts';
import { type ComponentProps, createElement, type ReactNode, use, useDeferredValue } from 'react';
import { useLocation } from 'react-router-dom';
import { Anchor, OutsideLink, Link as SiteLink } from '../links/links.tsx';
import { useSettings } from '../settings.ts';
import { boxLook, styled, tokens, visuallyHidden } from '../styles.ts';
import { ThisRelease } from '../this-release.ts';
import { Prose } from './markdown.tsx';

/** The open page below the section's own, in the visitor's language; undefined on the section's own page. */
export function usePage() {
  const language = useSettings((settings) => settings.language);
  const page = pageAt(use(ThisRelease).pages, useLocation().pathname);
  return page && inLanguage(page, language);
}

/** The pages of `posts/`, the newest first. */
export function usePages() {
  const language = useSettings((settings) => settings.language);
  return use(ThisRelease).pages.map((page) => inLanguage(page, language));
}

function inLanguage(
  { path, title, description, date, tags, minutes }: PageBelow,
  language: string,
) {
  return {
    path,
    title: wordsIn(title, language),
    description: wordsIn(description, language),
    /** Such as `2026-11-23`. */
    date,
    tags: tags?.[language] ?? [],
    /** The reading time; only of a page that is a Markdown file. */
    minutes: minutes?.[language],
  };
}

/** The Markdown file of the open page, as the build compiled it. */
export function PageText() {
  const { base, pages } = use(ThisRelease);
  const page = pageAt(pages, useLocation().pathname);
  // The previous text stays until the one in the other language is loaded.
  const language = useDeferredValue(useSettings((settings) => settings.language));
  if (!page) return null;
  const nodes = use(fetchText(base + pageFile(page, language)));
  // Mounted again for another language, as its text nodes have changing siblings.
  return <PageBody key={language}>{nodes.map((node, key) => draw(node, base, key))}</PageBody>;
}

const texts = new Map<string, Promise<PageNode[]>>();

/** Fetches a text once; one that failed twice is fetched again when next needed. */
function fetchText(address: string): Promise<PageNode[]> {
  const known = texts.get(address);
  if (known) return known;
  const fetching = read(address).catch(() => read(address));
  texts.set(address, fetching);
  fetching.catch(() => texts.delete(address));
  return fetching;
}

async function read(address: string): Promise<PageNode[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.json();
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
