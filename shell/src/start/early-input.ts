import { pickLanguage, showChosenTheme, switchLanguage, useSettings } from '@portfolio/kit';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';

type Field = HTMLInputElement | HTMLTextAreaElement;
/** A field's name and text; `held` is '' where its form was sent before the app could take it. */
type Typed = readonly [name: string, value: string, held: string | null | undefined];

/**
 * Puts the app in the place of a page that was made for another visit (another language), in one
 * step; what was typed there into the app's own fields, and what was sent there out by the app.
 */
export function carryOver(place: HTMLElement, root: Root, app: ReactNode): void {
  const typed = fieldsOf(place).map(
    ({ name, value, form }): Typed => [name, value, form?.dataset.held],
  );
  const { activeElement } = document;
  // They are the new page's as soon as it stands there.
  const alike = place.getElementsByTagName(activeElement?.tagName ?? '');
  const nth = [...alike].indexOf(activeElement as Element);
  const { selectionStart, selectionEnd } = (activeElement ?? {}) as Field;
  flushSync(() => root.render(app));
  typeAgain(typed);
  const focused = alike[nth] as Field | undefined;
  focused?.focus({ preventScroll: true });
  // E-mail fields do not support selections.
  if (typeof selectionStart === 'number') focused?.setSelectionRange(selectionStart, selectionEnd);
  sendHeld();
}

/** What was chosen or pressed while the page could be read and the app was still on its way. */
export function followEarlyInput(): void {
  followChoices();
  typeAgain(takeTyped());
  sendHeld();
}

/** The theme and the language that were chosen, here or on another page of the site. */
export function followChoices(): void {
  showChosenTheme();
  const language = pickLanguage();
  if (language !== useSettings.getState().language)
    switchLanguage(language).catch((error) => console.warn('The language stays', error));
}

/** What was typed and sent on a page whose shell failed: the document's script left it for this one. */
function takeTyped(): Typed[] {
  try {
    const typed = JSON.parse(sessionStorage.getItem('typed') ?? '[]');
    sessionStorage.removeItem('typed');
    return typed;
  } catch {
    // Without storage nothing was left.
    return [];
  }
}

/** As a visitor types: the component that owns a field is told. */
function typeAgain(typed: readonly Typed[]): void {
  const fields = fieldsOf(document);
  for (const [name, value, held] of typed) {
    const field = fields.find((field) => field.name === name);
    if (!field) continue;
    if (value && !field.value) {
      // React replaces the setter of each element; the one below it does not go unnoticed.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
      set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (held === '' && field.form) field.form.dataset.held = held;
  }
}

function fieldsOf(place: ParentNode): Field[] {
  return [...place.querySelectorAll<Field>('input[name], textarea[name]')];
}

function sendHeld(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-held]');
  delete form?.dataset.held;
  form?.requestSubmit();
}
