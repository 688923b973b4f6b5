import { create, typed } from '@portfolio/kit';

/** The fields of a message. */
const names = ['firstName', 'lastName', 'email', 'message'] as const;

export type Draft = Record<(typeof names)[number], string>;

/**
 * The state of the form. It is outside of all components, so that a message being sent survives a visit to another
 * page. What is typed belongs to the document; it is not stored, as a private message must not stay in the browser.
 */
export const useForm = create(() => ({
  progress: 'idle' as 'idle' | 'sending' | 'sent',
  /** Whether the visitor tried to send without an address, which from then on is a fault. */
  lacksAddress: false,
}));

/** What the fields hold, also what a browser filled in without an event. */
export function readDraft({ elements }: Pick<HTMLFormElement, 'elements'>): Draft {
  const textOf = (name: string) => (elements.namedItem(name) as HTMLInputElement).value;
  const draft = Object.fromEntries(names.map((name) => [name, textOf(name)])) as Draft;
  Object.assign(typed, draft);
  return draft;
}

/** Clears a sent message; text that was typed meanwhile stays. */
export function clearDraft(sent: Draft): void {
  if (names.some((name) => typed[name] !== sent[name])) return;
  for (const name of names) {
    delete typed[name];
    const field = document.querySelector<HTMLInputElement>(`form [name=${name}]`);
    if (!field) continue;
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
