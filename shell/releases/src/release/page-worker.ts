import { answerWork } from './in-worker.ts';
import { BadMarkupError, faultOfStyles, normalizeMarkup } from './markup.ts';
import type { ParsedPages, PrerenderedPage } from './parse-pages.ts';

// Without a schema library, as loading one takes longer than reading most pages.

const most = { html: 500_000, css: 200_000 };

const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

answerWork((text: Uint8Array) => parse(Buffer.from(text).toString('utf8')));

function parse(text: string): ParsedPages {
  const faults: string[] = [];
  const pages: [string, PrerenderedPage][] = [];
  const read = parseJson(text);
  if (typeof read !== 'object' || read === null) return { fault: 'is not what a deploy writes' };
  for (const [language, page] of Object.entries(read)) {
    if (!languageTag.test(language) || !isPage(page))
      return { fault: 'is not what a deploy writes' };
    const { css, stylesVersion, sheets } = page;
    const html = normalize(page, (fault) => faults.push(`its page in ${language} ${fault}`));
    const parsed: PrerenderedPage = { html, css, stylesVersion };
    if (sheets) parsed.sheets = sheets;
    pages.push([language, parsed]);
  }
  if (faults.length > 0) return { fault: `is refused: ${faults.join('; ')}` };
  return { pages };
}

function isPage(value: unknown): value is PrerenderedPage {
  const {
    html,
    css,
    stylesVersion,
    sheets = '',
  } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isRight = [
    typeof html === 'string' && html.length <= most.html,
    typeof css === 'string' && css.length <= most.css,
    typeof sheets === 'string' && sheets.length <= most.css,
    typeof stylesVersion === 'string' && /^\d+\.\d+\.\d+$/.test(stylesVersion),
  ];
  return isRight.every(Boolean);
}

function normalize(
  { html, css, sheets = '' }: PrerenderedPage,
  note: (fault: string) => void,
): string {
  const fault = faultOfStyles(css + sheets);
  if (fault) note(fault);
  try {
    const normal = normalizeMarkup(html);
    // The parser may repeat an element with all its attributes.
    if (normal.length > most.html) note(`becomes longer than ${most.html} characters`);
    return normal;
  } catch (error) {
    if (!(error instanceof BadMarkupError)) throw error;
    note(error.message);
    return html;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
