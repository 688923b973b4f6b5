import {
  pickLanguage,
  setUnsentText,
  showChosenTheme,
  switchLanguage,
  useSettings,
} from '@portfolio/kit';

type Field = HTMLInputElement | HTMLTextAreaElement;
/**
 * A field's name and value; `submitted` is '' where its form was submitted before the app could send it
 * (`form[data-submitted]`).
 */
type FieldInput = readonly [name: string, value: string, submitted: string | null | undefined];

/** A page as it was when React was about to replace it. */
interface PageSnapshot {
  /** The path of its address. */
  path: string;
  nodes: readonly Node[];
  fields: readonly Field[];
  /** The focused element, and a way to find its counterpart on the page that replaces it. */
  focus: readonly [element: Field, findCounterpart: () => Field | undefined];
  /** Ends following the focus. */
  listening: AbortController;
}

let snapshot: PageSnapshot | undefined;

/**
 * Keeps the elements of the page before React hydrates, replaces or removes it. Until then visitors go on
 * typing into them, so what they typed is read from the elements themselves when it is restored.
 */
export function takeSnapshot(root: HTMLElement): void {
  snapshot?.listening.abort();
  const listening = new AbortController();
  const taken = {
    path: location.pathname,
    nodes: [...root.childNodes],
    fields: fieldsOf(root),
    focus: focusIn(root, document.activeElement),
    listening,
  };
  snapshot = taken;
  const follow = ({ target }: Event) => (taken.focus = focusIn(root, target as Element));
  // Capturing: React stops this event where it has not hydrated the field yet.
  document.addEventListener('focusin', follow, { capture: true, signal: listening.signal });
}

/**
 * Restores input, focus and early submit on the page that replaced the one of the snapshot. Where another
 * page is visible by then, the input is kept until the visitor is back on its own.
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

/** Puts the very elements of the snapshot back, where the app cannot render anything in their place. */
export function restorePage(root: HTMLElement): void {
  if (!snapshot) return;
  const { nodes, focus, listening } = snapshot;
  snapshot = undefined;
  listening.abort();
  root.replaceChildren(...nodes);
  focus[0].focus({ preventScroll: true });
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

/** Applies what was chosen, typed and submitted while the page was readable and the app not running. */
export function applyEarlyInput(): void {
  applyChoices();
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

/** The input of the document before this one: `early-choices.ts` stored it when that was left. */
function takeStoredInput(): FieldInput[] {
  try {
    const input = JSON.parse(sessionStorage.getItem('typed') ?? '[]');
    sessionStorage.removeItem('typed');
    return input;
  } catch {
    // Without storage there is none.
    return [];
  }
}

/** Writes into the fields as a visitor types: the component that owns a field is notified. */
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
