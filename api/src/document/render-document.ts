import { cardFile, pageFile, pagesFile } from '@portfolio/contract/pages.ts';
import type { Markup } from '@portfolio/contract/rendering.ts';
import { inDocumentOrder, writingDirection } from '@portfolio/contract/texts.ts';
import type { LoadedRelease } from '@portfolio/releases/store/release-cache.ts';
import escapeHtml from 'escape-html';
import type { FormOutcome } from '../contact/contact-calls.ts';
import { type DescribedPage, feedPath, pageAddress } from './page-request.ts';

/** All that the document of a page is made of. */
type Page = DescribedPage & { prerendered: Markup | undefined; form?: FormOutcome | undefined };

/**
 * Fills in the shell's `document.html`. The document names all that the browser needs, so that the depth of
 * requests is 2 for every deep link.
 * @returns also what is `around` the page, whose scripts and styles the policy allows: none in a section's markup
 */
export function renderDocument(template: string, page: Page) {
  const { set } = page;
  const shell = set.shell.base;
  const values: Record<string, string> = {
    language: page.language,
    direction: writingDirection(page.language),
    languages: inDocumentOrder(set.texts.keys()).join(' '),
    title: escapeHtml(page.title),
    description: escapeHtml(page.description),
    meta: headElements(page).join('\n    '),
    withoutScript: withoutScript(page),
    lost: lostNotice(page),
    outcome: outcomeNotice(page) || previewNotice(page),
    styles: stylesOf(page),
    madeOf: page.prerendered ? ` data-language="${page.language}"` : '',
    shell,
    shellId: set.shell.id,
    shellBefore: set.shellBefore ? escapeHtml(set.shellBefore.base + set.shellBefore.entry) : '',
    entry: escapeHtml(shell + set.shell.entry),
    importMap: importMapOf([set.shell, ...Object.values(set.sections).flat()]),
    preloads: preloads(page).join('\n    '),
    releases: escapeJson(releaseMap(page)),
  };
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_mark, name: string) => values[name] ?? '');
  const [before = '', after = ''] = template.split('{{page}}', 2).map(fill);
  return { html: before + pageOf(page) + after, around: before + after };
}

/** The elements for `{{meta}}` in the shell's document. */
function headElements(page: DescribedPage): string[] {
  const { set, entry, language, preview, lostShell } = page;
  const isFindable = entry && !preview && !lostShell;
  return [
    // Painted first when it is complete: parts that are placed beside or above others would move them.
    '<link rel="expect" blocking="render" href="#lost" />',
    `<link rel="apple-touch-icon" href="${set.shell.base}resources/apple-touch-icon.png" />`,
    `<link rel="manifest" href="/manifest.webmanifest?language=${language}" />`,
    ...(isFindable
      ? [...addresses(page), ...feedLink(page), ...card(page)]
      : ['<meta name="robots" content="noindex" />']),
  ];
}

function addresses(page: DescribedPage): string[] {
  const { origin, set } = page;
  const path = page.entry?.path ?? '';
  return [
    `<link rel="canonical" href="${escapeHtml(ownAddress(page))}" />`,
    ...[undefined, ...set.texts.keys()].map((code) => {
      const address = escapeHtml(pageAddress(origin, path, code));
      return `<link rel="alternate" hreflang="${code ?? 'x-default'}" href="${address}" />`;
    }),
  ];
}

function feedLink({ set, entry, language, text }: DescribedPage): string[] {
  const release = entry && set.sections[entry.section]?.[0];
  const path = release && feedPath(release);
  if (!path) return [];
  const title = escapeHtml(text(`${release.name}.document.title`));
  const address = pageAddress('', path, language);
  return [
    `<link rel="alternate" type="application/atom+xml" title="${title}" href="${address}" />`,
  ];
}

/** The metadata for a link to the page in a chat or feed: Open Graph and Twitter's card. */
function card(page: DescribedPage): string[] {
  const { set, origin, owner, entry, language, text } = page;
  const properties = {
    'og:type': entry?.date ? 'article' : 'website',
    'og:site_name': owner.name,
    'og:url': ownAddress(page),
    'og:title': page.title,
    'og:description': page.description,
    'og:image': origin + (ownCard(page) ?? set.shell.base + cardOf(set.shell, language)),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': ownCard(page) ? page.title : text('site.card'),
    'og:locale': localeOf(language),
  };
  return [
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`,
    ),
    // Twitter takes title, text and picture from Open Graph.
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** The canonical address; with a language only if the visit's address has one. */
function ownAddress({ origin, entry, language, isLanguageRequested }: DescribedPage): string {
  return pageAddress(origin, entry?.path ?? '', isLanguageRequested ? language : undefined);
}

/** The card of a page below its section's own, if the deploy drew one. */
function ownCard({ set, entry, language }: DescribedPage): string | undefined {
  const release = entry?.title && set.sections[entry.section]?.[0];
  const file = entry ? cardFile(entry.path, language) : '';
  return release && Object.hasOwn(release.files, file) ? release.base + file : undefined;
}

/** The shell's card for a language, or its only one. */
function cardOf({ files }: LoadedRelease, language: string): string {
  const own = `resources/social-card-${language}.png`;
  return own in files ? own : 'resources/social-card.png';
}

/** Open Graph names languages with a country: `de_DE`. */
function localeOf(language: string): string {
  const locale = new Intl.Locale(language).maximize();
  return `${locale.language}_${locale.region}`;
}

/** The import map has the hash of every script, so that browsers refuse a changed file. */
function importMapOf(releases: readonly LoadedRelease[]): string {
  const hashes = releases.flatMap(({ base, files }) =>
    Object.entries(files).map(([file, { integrity }]) => [base + file, integrity] as const),
  );
  const integrity = Object.fromEntries(hashes.filter(([file]) => file.endsWith('.mjs')));
  return escapeJson({ integrity });
}

/** styled-components removes its element when it starts, so other styles have their own. */
function stylesOf({ prerendered }: Page): string {
  if (!prerendered) return '';
  const { css, sheets, stylesVersion } = prerendered;
  const more = sheets ? `<style>${sheets}</style>` : '';
  return `<style data-styled="true" data-styled-version="${stylesVersion}">${css}</style>${more}`;
}

/** The prerendered page. Its links keep the parameters of the address, as those of the app do. */
function pageOf({ prerendered, language, isLanguageRequested, preview, set }: Page): string {
  const { html = '' } = prerendered ?? {};
  const kept = new URLSearchParams();
  if (preview) kept.set('preview', preview);
  if (isLanguageRequested) kept.set('language', language);
  if (kept.size === 0) return html;
  const query = escapeHtml(`?${kept}`);
  return html.replaceAll(/ href="(\/[a-z0-9/-]+)(#[^"]*)?"/g, (link, path: string, part = '') =>
    set.byPath.has(path) ? ` href="${path}${query}${part}"` : link,
  );
}

/** The hint for browsers without scripts, which names the owner's address. */
function withoutScript({ text, owner, prerendered }: Page): string {
  const key = prerendered ? 'site.withoutScript.read' : 'site.withoutScript.empty';
  return `<p>${escapeHtml(text(key))}${mailLink(owner)}</p>`;
}

/** The outcome of a plain form, which stands above its page, with what was typed if it is refused. */
function outcomeNotice({ form, text, language }: Page): string {
  if (!form) return '';
  const { kind, path, words = '', typed } = form;
  const said = escapeHtml(path ? text(path) : words);
  const kept = typed
    ? `<textarea readonly dir="auto" rows="9">\n${escapeHtml(typed)}</textarea>`
    : '';
  const role = kind === 'error' ? 'alert' : 'status';
  return `<aside id="outcome" role="${role}" lang="${language}" data-kind="${kind}"><p>${said}</p>${kept}</aside>`;
}

/** Says which releases are previewed, and leads to the live ones of the same page: `?` drops the query. */
function previewNotice({ preview, text, language, isLanguageRequested }: Page): string {
  if (!preview) return '';
  const words = escapeHtml(`${text('notices.preview')} ${preview.replaceAll(',', ', ')}`);
  const live = `<a href="?${isLanguageRequested ? `language=${language}` : ''}">${escapeHtml(text('notices.leavePreview'))}</a>`;
  return `<aside id="outcome" lang="${language}" data-kind="info"><p>${words}</p>${live}</aside>`;
}

/** The hidden notice that the document's script shows if the app does not start. */
function lostNotice({ text, language, owner }: Page): string {
  return `<div id="lost" role="alert" lang="${language}"><p>${escapeHtml(text('site.lost'))}${mailLink(owner)}</p><button type="button" id="try-again">${escapeHtml(text('notices.retry'))}</button></div>`;
}

function mailLink({ email }: Page['owner']): string {
  const address = escapeHtml(email);
  return ` <a href="mailto:${address}">${address}</a>`;
}

function preloads(page: Page): string[] {
  const { set, language, entry } = page;
  const live = entry && set.sections[entry.section]?.[0];
  const scripts = live ? [set.shell, live] : [set.shell];
  // The app names the releases alike, so the texts are fetched once.
  const fetched = [
    `/api/locales/${language}?releases=${set.key}`,
    ...(live ? filesOf(live, page) : []),
  ];
  // With a prerendered page the document's script activates the preloads later: see `start.ts`.
  const rel = page.prerendered ? 'data-rel' : 'rel';
  return [
    ...scripts.map((release) => modulePreload(release, rel)),
    ...fetched.map(
      (file) => `<link ${rel}="preload" as="fetch" href="${file}" crossorigin="anonymous" />`,
    ),
    `<link rel="preload" as="font" type="font/woff2" href="${set.shell.base}resources/outfit.woff2" crossorigin="anonymous" />`,
  ];
}

/** The files that the app reads of a section with pages below its own. */
function filesOf({ base, files, pages }: LoadedRelease, { entry, language }: Page): string[] {
  const own = entry?.title ? pageFile(entry, language) : '';
  return pages ? [pagesFile, own].filter((file) => file in files).map((file) => base + file) : [];
}

/** Repeats the hash, without which Chromium fetches the script twice. */
function modulePreload({ base, entry, files }: LoadedRelease, rel: 'rel' | 'data-rel'): string {
  // In development files have no hash.
  const integrity = files[entry]?.integrity ?? '';
  return `<link ${rel}="modulepreload" href="${escapeHtml(base + entry)}" integrity="${integrity}" />`;
}

function releaseMap(page: Page) {
  const { set } = page;
  const sections = Object.entries(set.sections).map(([name, releases]) => [
    name,
    releases.map(({ id, base, entry, pages }) => ({
      id,
      base,
      entry: base + entry,
      hasPages: pages ? true : undefined,
    })),
  ]);
  const live = [set.shell, ...Object.values(set.sections).flatMap(([first]) => first ?? [])];
  return {
    key: set.key,
    // Without milliseconds, which would take 10 bytes of every document.
    createdAt: Object.fromEntries(
      live.map(({ name, createdAt }) => [name, createdAt.replace(/\.\d+/, '')]),
    ),
    shell: set.shell.base,
    preview: page.preview,
    lostShell: page.lostShell && `shell@${page.lostShell.id}`,
    pages: set.pages,
    sections: Object.fromEntries(sections),
  };
}

/** JSON for a script element, which no text in it can end. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
