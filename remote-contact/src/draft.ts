import { type Message, setUnsentText } from '@portfolio/kit';
import { createStore } from './store.ts';

/** What a visitor has typed and not sent; `website` is the honeypot. */
export type Draft = Message & { website: string };

const empty: Draft = { firstName: '', lastName: '', email: '', message: '', website: '' };

// In memory only: what is written to one person has no business in the browser's storage.
const draft = createStore(empty);

export const useDraft = draft.use;
export const readDraft = draft.read;

/** Takes over what was typed into one of the fields. */
export function changeDraft(change: Partial<Draft>): void {
  keep({ ...draft.read(), ...change });
}

/** Takes over what stands in the fields of the form. */
export function keepTyped(fields: FormData): void {
  const known = Object.keys(empty) as (keyof Draft)[];
  const typed = known.map((name) => [
    name,
    String(fields.get(name) ?? '').replaceAll('\r\n', '\n'),
  ]);
  const isOther = typed.some(([name, value]) => draft.read()[name as keyof Draft] !== value);
  if (isOther) changeDraft(Object.fromEntries(typed));
}

/** Clears what has been sent; what was typed while it was on its way stays. */
export function clearDraft(sent: Draft): void {
  if (draft.read() === sent) keep(empty);
}

/** The shell offers no newer release of the site as long as something would be lost. */
function keep(next: Draft): void {
  draft.write(next);
  setUnsentText('contact', Object.values(next).some(Boolean));
}
