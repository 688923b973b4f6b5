import { escapeHtml } from './escape.ts';
import type { Page } from './page.ts';

/**
 * What became of a message that was sent without script, above the page that it was written on. Where
 * that page is not there any more, the text is given back here.
 */
export function outcomeElement({ form, text, language, prerendered }: Page): string {
  const { outcome, typed } = form ?? {};
  if (!outcome) return '';
  const { kind, path, words, followUp } = outcome;
  const sentences = [path ? text(path) : words, followUp && text(followUp)];
  const said = sentences.filter((sentence) => sentence !== undefined).join(' ');
  const kept =
    typed?.message && !prerendered
      ? `<textarea readonly rows="9">\n${escapeHtml(typed.message)}</textarea>`
      : '';
  const role = kind === 'error' ? 'alert' : 'status';
  return `<aside id="outcome" role="${role}" lang="${language}" data-kind="${kind}"><p>${escapeHtml(said)}</p>${kept}</aside>`;
}
