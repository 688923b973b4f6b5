import {
  pickLanguage,
  setUnsentText,
  showChosenTheme,
  switchLanguage,
  useSettings,
} from '@portfolio/kit';

type Field = HTMLInputElement | HTMLTextAreaElement;
/**
 * A field's name and value; `submitted` is '' when its form was submitted before the app could send it
 * (`form[data-submitted]`).
 */
type FieldInput = readonly [name: string, value: string, submitted: string | null | undefined];

interface PageSnapshot {
  path: string;
  fields: readonly Field[];
  /** The focused element, and a function that finds its counterpart on the new page. */
  focus: readonly [element: Field, findCounterpart: () => Field | undefined];
  /** Aborting stops following the focus. */
  listening: AbortController;
}

let snapshot: PageSnapshot | undefined;

/**
 * Keeps the elements of the page before React hydrates, replaces or removes it. Visitors type into them until
 * then, so input is read from these elements when it is restored.
 */
export function takeSnapshot(root: HTMLElement): void {
  snapshot?.listening.abort();
  const listening = new AbortController();
  const taken = {
    path: location.pathname,
    fields: fieldsOf(root),
    focus: focusIn(root, document.activeElement),
    listening,
  };
  snapshot = taken;
  const follow = ({ target }: Event) => (taken.focus = focusIn(root, target as Element));
  // Capturing: React stops this event for a field that is not hydrated yet.
  document.addEventListener('focusin', follow, { capture: true, signal: listening.signal });
}

/**
 * Restores input, focus and early submit on the new page. If another page is visible, the input is kept until
 * the visitor returns to its own.
 */
export function restoreInput(): void {
  if (!snapshot) return;
  const { path, fields, focus, listening } = snapshot;
  const [element, findCounterpart] = focus;
  const isElsewhere = path !== location.pathname;
  listening.abort();
  setUnsentText('left', isElsewhere && fields.some(isChanged));
  if (!isElsewhere) {
    snapshot = undefined;
    writeInput(fields.filter(({ isConnected }) => !isConnected).map(readInput));
  }
  const isFocusLost = !element.isConnected && document.activeElement === document.body;
  const counterpart = isFocusLost ? findCounterpart() : undefined;
  counterpart?.focus({ preventScroll: true });
  // E-mail fields do not support selections.
  const { selectionStart, selectionEnd } = element;
  if (typeof selectionStart === 'number')
    counterpart?.setSelectionRange(selectionStart, selectionEnd);
  sendSubmittedForm();
}

/** The counterpart has the same id, or else the same position among elements of its kind. */
function focusIn(root: HTMLElement, focused: Element | null): PageSnapshot['focus'] {
  const { id, tagName } = focused ?? document.body;
  const alike = root.getElementsByTagName(tagName);
  const position = [...alike].indexOf(focused as Element);
  const findCounterpart = () => (id && document.getElementById(id)) || alike[position];
  return [focused as Field, findCounterpart as () => Field | undefined];
}

const isChanged = ({ value, defaultValue }: Field) => value !== defaultValue;
const readInput = ({ name, value, form }: Field): FieldInput => [
  name,
  value,
  form?.dataset.submitted,
];

export function applyEarlyInput(): void {
  restoreInput();
  writeInput(takeStoredInput());
  sendSubmittedForm();
}

/** Applies the stored theme and language, which another page of the site may have changed. */
export function applyChoices(): void {
  showChosenTheme();
  const language = pickLanguage();
  if (language !== useSettings.getState().language)
    switchLanguage(language).catch((error) => console.warn('The language stays', error));
}

/** Takes the input that without-app.ts of the previous document stored. */
function takeStoredInput(): FieldInput[] {
  try {
    const input = JSON.parse(sessionStorage.getItem('typed') ?? '[]');
    sessionStorage.removeItem('typed');
    return input;
  } catch {
    // The browser may refuse access to storage.
    return [];
  }
}

/** Writes into fields and notifies the components that own them. */
function writeInput(input: readonly FieldInput[]): void {
  const fields = fieldsOf(document);
  for (const [name, value, submitted] of input) {
    const field = fields.find((each) => each.name === name);
    if (!field) continue;
    if (value && !field.value) {
      // React overrides the setter of each element, and ignores an input event without a change.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
      set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (submitted === '' && field.form) field.form.dataset.submitted = submitted;
  }
}

function fieldsOf(root: ParentNode): Field[] {
  return [...root.querySelectorAll<Field>('input[name], textarea[name]')];
}

function sendSubmittedForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-submitted]');
  delete form?.dataset.submitted;
  form?.requestSubmit();
}
