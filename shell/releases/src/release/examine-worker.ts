import type { Fragment } from '@portfolio/contract/rendering.ts';
import { languageTag } from '@portfolio/contract/texts.ts';
import { BadMarkupError, normalizeMarkup } from './markup.ts';

// Without a schema library, as loading one takes longer than reading most pages.

const most = { html: 500_000, css: 200_000 };

const notOfDeploy = 'is not what a deploy writes';

process.once('message', (texts: string[]) => process.send?.(texts.map(faultOf)));

function faultOf(text: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return notOfDeploy;
  }
  if (typeof parsed !== 'object' || parsed === null) return notOfDeploy;
  const faults: string[] = [];
  for (const [language, fragment] of Object.entries(parsed)) {
    if (!languageTag.test(language) || !isFragment(fragment)) return notOfDeploy;
    const { html, css, sheets = '' } = fragment;
    const fault = (css + sheets).includes('</') ? 'has "</" in its styles' : faultOfMarkup(html);
    if (fault) faults.push(`its page in ${language} ${fault}`);
  }
  return faults.length > 0 ? `is refused: ${faults.join('; ')}` : undefined;
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

/** Documents contain fragments as they are, so markup has to be what an HTML parser writes. */
function faultOfMarkup(html: string): string | undefined {
  try {
    return normalizeMarkup(html) === html ? undefined : 'is not read as it is written';
  } catch (error) {
    if (!(error instanceof BadMarkupError)) throw error;
    return error.message;
  }
}
