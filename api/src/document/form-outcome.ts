import escapeHtml from 'escape-html';
import type { Page } from './page.ts';

/** Renders the outcome of a plain form, which stands above its page, with what was typed if it is refused. */
export function outcomeNotice({ form, text, language }: Page): string {
  if (!form?.outcome) return '';
  const { kind, path, words = '', typed } = form.outcome;
  const said = escapeHtml(path ? text(path) : words);
  const kept = typed
    ? `<textarea readonly dir="auto" rows="9">\n${escapeHtml(typed)}</textarea>`
    : '';
  const role = kind === 'error' ? 'alert' : 'status';
  return `<aside id="outcome" role="${role}" lang="${language}" data-kind="${kind}"><p>${said}</p>${kept}</aside>`;
}
