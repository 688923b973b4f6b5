import escapeHtml from 'escape-html';
import type { FormLocals } from '../contact/contact-calls.ts';
import type { Page } from './page-request.ts';

/**
 * What became of a message that was sent without script, above the page that it was written on. Where
 * that page is gone, the text is repeated here.
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

/** As the parser writes them into a page: every attribute in double quotes, none with a bracket. */
const field = /<(input|textarea)((?: [-:\w]+="[^"<>]*")*)>(?:[^<>]*<\/textarea>)?/g;

/**
 * The markup of a page with what was typed in its prerendered form again, and the field marked that was
 * refused, as the app does. No text becomes markup there; other fields stay as they are.
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
    // A parser takes the first line break after the tag for a part of it.
    if (tag === 'textarea') return `<textarea${attributes}>\n${text}</textarea>`;
    return `<input${attributes.replace(/ value="[^"]*"/, '')} value="${text}">`;
  });
}
