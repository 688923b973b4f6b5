import { create, type Message, setUnsentText } from '@portfolio/kit';

/** What a visitor has typed and not sent; `website` is the honeypot. */
export type Draft = Message & { website: string };

const empty: Draft = { firstName: '', lastName: '', email: '', message: '', website: '' };

const initial = {
  draft: empty,
  progress: 'idle' as 'idle' | 'sending' | 'sent',
  /** Whether sending was tried without an address: from then on its absence is a fault. */
  lacksAddress: false,
};

/**
 * The form as it stands. Outside of all components: a text, and a message on its way, outlive a visit to
 * another page. In memory only: what is written to one person has no business in the browser's storage.
 */
export const useForm = create(() => initial);

export const readForm = useForm.getState;

export function changeForm(change: Partial<typeof initial>): void {
  useForm.setState(change);
  // The shell offers no newer release of the site as long as something would be lost.
  setUnsentText('contact', Object.values(readForm().draft).some(Boolean));
}

/** Takes over what was typed into one of the fields. */
export function changeDraft(change: Partial<Draft>): void {
  changeForm({ draft: { ...readForm().draft, ...change } });
}

/** Takes over what was typed, or filled in by the browser, before the app was there. */
export function keepTyped(form: HTMLFormElement | null): void {
  if (!form || readForm().draft !== empty) return;
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('[name]')) {
    if (value) changeDraft({ [name]: value });
  }
}

/** Clears what has been sent; what was typed while it was on its way stays. */
export function clearDraft(sent: Draft): void {
  if (readForm().draft === sent) changeForm({ draft: empty });
}
