import type { Typed } from '../contact/answer/plain-form.ts';
import { escapeHtml } from './escape.ts';

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
