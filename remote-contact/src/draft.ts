import { create, type Message, setUnsentText } from '@portfolio/kit';

/** A message before it is sent; `website` is the honeypot. */
export type Draft = Message & { website: string };

const empty: Draft = { firstName: '', lastName: '', email: '', message: '', website: '' };

const initial = {
  draft: empty,
  progress: 'idle' as 'idle' | 'sending' | 'sent',
  /** Whether the visitor tried to send without an address, which from then on is a fault. */
  lacksAddress: false,
};

/**
 * The state of the form. It is outside of all components, so that text, and a message being sent, survive a
 * visit to another page. It is not stored, as a private message must not stay in the browser.
 */
export const useForm = create(() => initial);

export const readForm = useForm.getState;

export function changeForm(change: Partial<typeof initial>): void {
  useForm.setState(change);
  // The shell offers no newer release while a reload would lose text.
  setUnsentText('contact', Object.values(readForm().draft).some(Boolean));
}

export function changeDraft(change: Partial<Draft>): void {
  changeForm({ draft: { ...readForm().draft, ...change } });
}

/** Keeps text that was typed or autofilled before the app ran. */
export function keepTyped(form: HTMLFormElement | null): void {
  if (!form || readForm().draft !== empty) return;
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('[name]')) {
    if (value) changeDraft({ [name]: value });
  }
}

/** Clears a sent message; text that was typed meanwhile stays. */
export function clearDraft(sent: Draft): void {
  if (readForm().draft === sent) changeForm({ draft: empty });
}
