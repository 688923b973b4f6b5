import { pickLanguage, showChosenTheme, switchLanguage, useSettings } from '@portfolio/kit';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Typed = [name: string, value: string, held: string | null];

const fields = 'input[name], textarea[name]';

/**
 * Puts the app in the place of a page that was made for another visit (another language), in one
 * step; what was typed there into the app's own fields, and what was sent there out by the app.
 */
export function carryOver(place: HTMLElement, root: Root, app: ReactNode): void {
  const typed = [...place.querySelectorAll<Field>(fields)].filter(({ value }) => value);
  const forms = place.getElementsByTagName('form');
  const held = [...forms].findIndex(({ dataset }) => 'held' in dataset);
  const { activeElement } = document;
  const { selectionStart, selectionEnd } = (activeElement ?? {}) as Field;
  const focused = twinOf(activeElement, place);
  flushSync(() => root.render(app));
  for (const { name, value } of typed) typeInto(fieldOf(place, name), value);
  focused()?.focus({ preventScroll: true });
  // E-mail fields do not support selections.
  if (selectionStart !== null && selectionStart !== undefined)
    focused()?.setSelectionRange(selectionStart, selectionEnd);
  forms[held]?.requestSubmit();
}

/** Finds the new element in the place of an old one, once the page is rendered anew. */
function twinOf(element: Element | null, place: HTMLElement): () => Field | undefined {
  const { tagName = '', name } = (element ?? {}) as Field;
  const alike = () =>
    ([...place.getElementsByTagName(tagName)] as Field[]).filter((it) => it.name === name);
  const nth = alike().indexOf(element as Field);
  return () => alike()[nth];
}

function fieldOf(place: ParentNode, name: string): Field | undefined {
  return [...place.querySelectorAll<Field>(fields)].find((field) => field.name === name);
}

/** As a visitor types: the component that owns the field is told. */
function typeInto(field: Field | undefined, value: string): void {
  if (!field) return;
  // React replaces the setter of each element; the one below it does not go unnoticed.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What was chosen or pressed while the page could be read and the app was still on its way. */
export function followEarlyInput(): void {
  followChoices();
  typeAgain();
  const held = document.querySelector<HTMLFormElement>('form[data-held]');
  if (!held) return;
  delete held.dataset.held;
  held.requestSubmit();
}

/** The theme and the language that were chosen, here or on another page of the site. */
export function followChoices(): void {
  showChosenTheme();
  const language = pickLanguage();
  if (language !== useSettings.getState().language)
    switchLanguage(language).catch((error) => console.warn('The language stays', error));
}

/** What was typed and sent on a page whose shell failed: the document's script left it for this one. */
function typeAgain(): void {
  try {
    const typed = JSON.parse(sessionStorage.getItem('typed') ?? '[]') as Typed[];
    sessionStorage.removeItem('typed');
    for (const [name, value, held] of typed) {
      const field = fieldOf(document, name);
      if (!field?.value) typeInto(field, value);
      if (held !== null && field?.form) field.form.dataset.held = held;
    }
  } catch {
    // Without storage nothing was left.
  }
}
