import type { Lookup } from '@portfolio/contract/texts.ts';
import escapeHtml from 'escape-html';
import type { FormLocals, Typed } from './contact-calls.ts';

/** The page that answers a form. */
interface Answered {
  form: FormLocals | undefined;
  /** Looks a text up in the visitor's language. */
  text: Lookup;
  language: string;
  prerendered?: object | undefined;
}

/**
 * What became of a message that was sent without script, above the page that it was written on. Where
 * that page is gone, the text is repeated here.
 */
export function outcomeNotice({ form, text, language, prerendered }: Answered): string {
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

/** The markup of a page with what was typed in its form, and the field marked that was refused. */
export function withOutcome(markup: string, form: FormLocals | undefined): string {
  const filled = form?.typed ? fillForm(markup, form.typed) : markup;
  return form?.outcome?.path === 'hints.faultyMail' ? markFaulty(filled, 'email') : filled;
}

/** As the parser writes them into a page: every attribute in double quotes, none with a bracket. */
const field = /<(input|textarea)((?: [-:\w]+="[^"<>]*")*)>(?:[^<>]*<\/textarea>)?/g;

/**
 * Lets what was typed stand in the fields of a prerendered form again. No text becomes markup there;
 * fields that nothing is known of stay as they are.
 */
function fillForm(markup: string, typed: Typed): string {
  return markup.replaceAll(field, (whole, tag: string, attributes: string) => {
    const [, name = ''] = / name="([^"]*)"/.exec(attributes) ?? [];
    const text = Object.hasOwn(typed, name) ? escapeHtml(typed[name] ?? '') : '';
    if (!text) return whole;
    // A parser takes the first line break after the tag for a part of it.
    if (tag === 'textarea') return `<textarea${attributes}>\n${text}</textarea>`;
    return `<input${attributes.replace(/ value="[^"]*"/, '')} value="${text}">`;
  });
}

/** Marks the field that a message was refused for, as the app does. */
function markFaulty(markup: string, name: string): string {
  return markup.replaceAll(field, (whole, _tag, attributes: string) =>
    attributes.includes(` name="${name}"`)
      ? whole.replace(' aria-invalid="false"', ' aria-invalid="true"')
      : whole,
  );
}
