import { type Message, setUnsentText } from '@portfolio/kit';
import { useSyncExternalStore } from 'react';

/** What a visitor has typed and not sent; `website` is the honeypot. */
export type Draft = Message & { website: string };

const empty: Draft = { firstName: '', lastName: '', email: '', message: '', website: '' };

const initial = {
  draft: empty,
  progress: 'idle' as 'idle' | 'sending' | 'sent',
  /** Whether sending was tried without an address: from then on its absence is a fault. */
  lacksAddress: false,
};

type FormState = typeof initial;

// Outside of all components: a text, and a message on its way, outlive a visit to another page. In
// memory only: what is written to one person has no business in the browser's storage.
let state = initial;
const watchers = new Set<() => void>();

export const readForm = () => state;

/** A part of the form's state. A prerendered page was made from the initial one. */
export function useForm<Part>(partOf: (state: FormState) => Part): Part {
  return useSyncExternalStore(
    watch,
    () => partOf(state),
    () => partOf(initial),
  );
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

export function changeForm(change: Partial<FormState>): void {
  state = { ...state, ...change };
  // The shell offers no newer release of the site as long as something would be lost.
  setUnsentText('contact', Object.values(state.draft).some(Boolean));
  for (const onChange of watchers) onChange();
}

/** Takes over what was typed into one of the fields. */
export function changeDraft(change: Partial<Draft>): void {
  changeForm({ draft: { ...state.draft, ...change } });
}

/** Takes over what was typed, or filled in by the browser, before the app was there. */
export function keepTyped(form: HTMLFormElement | null): void {
  if (!form || state.draft !== empty) return;
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('[name]'))
    if (value) changeDraft({ [name]: value });
}

/** Clears what has been sent; what was typed while it was on its way stays. */
export function clearDraft(sent: Draft): void {
  if (state.draft === sent) changeForm({ draft: empty });
}
