import { lookUp } from '@portfolio/contract/texts.ts';
import escapeHtml from 'escape-html';
import type { Typed } from '../contact/answer/plain-form.ts';
import type { Page } from './page.ts';

/**
 * What became of a message that was sent without script, above the page that it was written on. Where
 * that page is not there any more, the text is given back here.
 */
export function outcomeNotice({ form, text, language, prerendered }: Page): string {
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

/**
 * What is shown where no scripts run: what is missing, and how to write anyway. Below a prerendered
 * page in its language, else in every language.
 */
export function withoutScript({ texts, owner, language: own, prerendered }: Page): string {
  const key = prerendered ? 'site.withoutScript.read' : 'site.withoutScript.empty';
  return [...texts]
    .filter(([language]) => !prerendered || language === own)
    .map(([language, { tree }]) => {
      const words = escapeHtml(lookUp(tree, key));
      return `<p lang="${language}">${words}${mailLink(owner)}</p>`;
    })
    .join('');
}

/** What stands there, unseen, for the case that the app does not run: a word, a button, an address. */
export function lostNotice({ text, language, owner }: Page): string {
  return `<div id="lost" role="alert" lang="${language}"><p>${escapeHtml(text('site.lost'))}${mailLink(owner)}</p><button type="button" id="try-again">${escapeHtml(text('notices.retry'))}</button></div>`;
}

function mailLink(owner: Page['owner']): string {
  const address = escapeHtml(owner?.email ?? '');
  return owner ? ` <a href="mailto:${address}">${address}</a>` : '';
}

/** As the parser writes them into a page: every attribute in double quotes, none with a bracket. */
const field = /<(input|textarea)((?: [-:\w]+="[^"<>]*")*)>(?:[^<>]*<\/textarea>)?/g;

/**
 * Lets what was typed stand in the fields of a prerendered form again. No text becomes markup there;
 * fields that nothing is known of stay as they are.
 */
export function fillForm(markup: string, typed: Typed): string {
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
export function markFaulty(markup: string, name: string): string {
  return markup.replaceAll(field, (whole, _tag, attributes: string) =>
    attributes.includes(` name="${name}"`)
      ? whole.replace(' aria-invalid="false"', ' aria-invalid="true"')
      : whole,
  );
}
