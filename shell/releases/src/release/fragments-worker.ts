import type { Fragment } from '@portfolio/contract/rendering.ts';
import type { ReadFragment } from './fragments.ts';
import { answerWork } from './in-worker.ts';
import { BadMarkupError, faultOfStyles, normalizeMarkup } from './markup.ts';

// Without a schema library, as loading one takes longer than reading most pages.

const most = { html: 500_000, css: 200_000 };

const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const notOfDeploy = { fault: 'is not what a deploy writes' };

answerWork((texts: readonly string[]) => texts.map(read));

function read(text: string): ReadFragment {
  const faults: string[] = [];
  const fragments: [string, Fragment][] = [];
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null) return notOfDeploy;
  for (const [language, fragment] of Object.entries(parsed)) {
    if (!languageTag.test(language) || !isFragment(fragment)) return notOfDeploy;
    const { css, stylesVersion, sheets, madeWith, rendered } = fragment;
    const html = normalize(fragment, (fault) => faults.push(`its page in ${language} ${fault}`));
    const normal = { html, css, stylesVersion, ...(sheets && { sheets }), madeWith, rendered };
    fragments.push([language, normal]);
  }
  if (faults.length > 0) return { fault: `is refused: ${faults.join('; ')}` };
  return { text: JSON.stringify(Object.fromEntries(fragments)) };
}

function isFragment(value: unknown): value is Fragment {
  const fields = (value ?? {}) as Partial<Record<string, unknown>>;
  const { html, css, stylesVersion, sheets = '', madeWith, rendered } = fields;
  const isRight = [
    typeof html === 'string' && html.length <= most.html,
    typeof css === 'string' && css.length <= most.css,
    typeof sheets === 'string' && sheets.length <= most.css,
    typeof stylesVersion === 'string' && /^\d+\.\d+\.\d+$/.test(stylesVersion),
    [madeWith, rendered].every((hash) => typeof hash === 'string' && /^[0-9a-f]{12}$/.test(hash)),
  ];
  return isRight.every(Boolean);
}

function normalize({ html, css, sheets = '' }: Fragment, note: (fault: string) => void): string {
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
