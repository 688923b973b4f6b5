import { type Lookup, lookUp, type TextTree } from '@portfolio/contract/texts.ts';

/** The recipient of a mail, with texts and settings of the live shell. */
export interface Recipient {
  email?: string | undefined;
  site: string;
  /** The language of the mails, such as `de`. */
  language: string;
  /** Such as `Europe/Berlin`. */
  timeZone: string;
  texts?: TextTree | undefined;
}

/** The recipient while no shell is live. */
export const unknownRecipient: Recipient = { site: 'Website', language: 'en', timeZone: 'UTC' };

/** The words of a mail to the owner. */
export interface MailWords {
  /** Formats a text below `mail`; `""` if the live shell has none. */
  say(key: string, values?: Readonly<Record<string, string>>): string;
  /** Formats a time in the owner's language and time zone. */
  time(date: Date): string;
  /** The name of a language, such as `German` for `de`. */
  languageName(tag: string): string;
}

/** The words of mails to a recipient. */
export function mailWords({ site, language, timeZone, texts }: Recipient): MailWords {
  const text: Lookup = (path) => lookUp(texts, path);
  return {
    say(key, values = {}) {
      const path = `mail.${key}`;
      const words = text(path);
      const all: Record<string, string> = { site, ...values };
      return words === path ? '' : words.replaceAll(/\{(\w+)\}/g, (it, name) => all[name] ?? it);
    },
    time: (date) => timeFormat(language, timeZone).format(date),
    languageName: (tag) => new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag,
  };
}

/** Falls back to English and UTC: a release may name an unknown language or time zone. */
function timeFormat(language: string, timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'full', timeStyle: 'long' } as const;
  try {
    return new Intl.DateTimeFormat(language, { ...style, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en', { ...style, timeZone: 'UTC' });
  }
}
