import escapeHtml from 'escape-html';
import type { FormLocals } from '../contact/contact-calls.ts';
import type { Page } from './page.ts';

/**
 * Renders the outcome of a plain form, which stands above its page. It repeats the text if the page is not
 * prerendered.
 */
export function outcomeNotice({ form, text, language, prerendered }: Page): string {
  const { outcome, typed } = form ?? {};
  if (!outcome) return '';
  const { kind, path, words, followUp } = outcome;
  const sentences = [path ? text(path) : words, followUp && text(followUp)];
  const said = sentences.filter((sentence) => sentence !== undefined).join(' ');
  const kept =
    typed?.message && !prerendered
      ? `<textarea readonly dir="auto" rows="9">\n${escapeHtml(typed.message)}</textarea>`
      : '';
  const role = kind === 'error' ? 'alert' : 'status';
  return `<aside id="outcome" role="${role}" lang="${language}" data-kind="${kind}"><p>${escapeHtml(said)}</p>${kept}</aside>`;
}

/** Fields as parse5 serializes them: attributes in double quotes, without brackets. */
const field = /<(input|textarea)((?: [-:\w]+="[^"<>]*")*)>(?:[^<>]*<\/textarea>)?/g;

/**
 * Fills the typed texts into the fields of a prerendered form, and marks the refused field as the app does. It
 * escapes all texts.
 */
export function withOutcome(markup: string, form: FormLocals | undefined): string {
  const { typed = {}, outcome } = form ?? {};
  const faulty = outcome?.path === 'hints.faultyMail' ? 'email' : undefined;
  if (!form) return markup;
  return markup.replaceAll(field, (whole, tag: string, written: string) => {
    const [, name = ''] = / name="([^"]*)"/.exec(written) ?? [];
    const marked = written.replace(' aria-invalid="false"', ' aria-invalid="true"');
    const attributes = name === faulty ? marked : written;
    const text = Object.hasOwn(typed, name) ? escapeHtml(typed[name] ?? '') : '';
    if (!text) return whole.replace(written, () => attributes);
    // HTML parsers drop the first line break of a textarea.
    if (tag === 'textarea') return `<textarea${attributes}>\n${text}</textarea>`;
    return `<input${attributes.replace(/ value="[^"]*"/, '')} value="${text}">`;
  });
}
