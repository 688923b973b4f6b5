import {
  pickLanguage,
  setUnsentText,
  showChosenTheme,
  switchLanguage,
  useSettings,
} from '@portfolio/kit';

type Field = HTMLInputElement | HTMLTextAreaElement;
/** A field's name and text; `held` is '' where its form was sent before the app could take it. */
type Typed = readonly [name: string, value: string, held: string | null | undefined];

/** A page as it stood when React was about to take it away. */
interface HeldPage {
  /** Its address, without the site. */
  path: string;
  nodes: readonly Node[];
  fields: readonly Field[];
  /** What had the focus, and how its like is found on the page that comes instead. */
  focus: readonly [element: Field, findLike: () => Field | undefined];
  leave: AbortController;
}

let held: HeldPage | undefined;

/**
 * Holds on to the page as it stands, before React takes it over, makes it anew or takes it away: its own
 * elements keep what is typed into them until then.
 */
export function holdPage(place: HTMLElement): void {
  held?.leave.abort();
  const leave = new AbortController();
  const holding = {
    path: location.pathname,
    nodes: [...place.childNodes],
    fields: fieldsOf(place),
    focus: focusIn(place, document.activeElement),
    leave,
  };
  held = holding;
  const follow = ({ target }: Event) => (holding.focus = focusIn(place, target as Element));
  // Before React, which stops this event where it has not taken the field over.
  document.addEventListener('focusin', follow, { capture: true, signal: leave.signal });
}

/**
 * What was typed, sent and focused on a page that was made anew meanwhile: into the one that stands there. Where
 * that is another one, the text waits until its own is shown.
 */
export function handOver(): void {
  if (!held) return;
  const { path, fields, focus, leave } = held;
  const [element, findLike] = focus;
  const isLeft = path !== location.pathname;
  leave.abort();
  setUnsentText('left', isLeft && fields.some(isTyped));
  if (!isLeft) {
    held = undefined;
    typeAgain(fields.filter(({ isConnected }) => !isConnected).map(readTyped));
  }
  const isLost = !element.isConnected && document.activeElement === document.body;
  const like = isLost ? findLike() : undefined;
  like?.focus({ preventScroll: true });
  // E-mail fields do not support selections.
  const { selectionStart, selectionEnd } = element;
  if (typeof selectionStart === 'number') like?.setSelectionRange(selectionStart, selectionEnd);
  sendHeld();
}

/** The very elements once more, where the app has nothing to show in their place. */
export function putBack(place: HTMLElement): void {
  if (!held) return;
  const { nodes, focus, leave } = held;
  held = undefined;
  leave.abort();
  place.replaceChildren(...nodes);
  focus[0].focus({ preventScroll: true });
}

/** By its id, or by its number among its kind. */
function focusIn(place: HTMLElement, focused: Element | null): HeldPage['focus'] {
  const { id, tagName } = focused ?? document.body;
  const alike = place.getElementsByTagName(tagName);
  const number = [...alike].indexOf(focused as Element);
  const findLike = () => (id && document.getElementById(id)) || alike[number];
  return [focused as Field, findLike as () => Field | undefined];
}

const isTyped = ({ value, defaultValue }: Field) => value !== defaultValue;
const readTyped = ({ name, value, form }: Field): Typed => [name, value, form?.dataset.held];

/** What was chosen or pressed while the page could be read and the app was still on its way. */
export function followEarlyInput(): void {
  followChoices();
  handOver();
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
