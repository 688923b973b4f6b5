import { type Lookup, lookUp, type TextTree } from '@portfolio/contract/texts.ts';

/** Whom the site writes to, and in which words; made for each mail, of what is live. */
export interface Recipient {
  /** The address in owner.json. */
  email?: string | undefined;
  /** The name of the site. */
  site: string;
  /** The language of the mails, such as `de`. */
  language: string;
  /** Such as `Europe/Berlin`. */
  timeZone: string;
  texts?: TextTree | undefined;
}

/** While nothing is live that says whose site it is. */
export const unknownRecipient: Recipient = { site: 'Website', language: 'en', timeZone: 'UTC' };

/** The words of a mail to the owner. */
export interface MailWords {
  /** A text below `mail`, with its values; `""` where the live shell has none. */
  say(key: string, values?: Readonly<Record<string, string>>): string;
  /** A time as the owner reads it. */
  time(date: Date): string;
  /** What a language is called, such as `German` for `de`. */
  languageName(tag: string): string;
}

/** The words in the owner's language and time zone. */
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

/** A release may name any language and time zone. */
function timeFormat(language: string, timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'full', timeStyle: 'long' } as const;
  try {
    return new Intl.DateTimeFormat(language, { ...style, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en', { ...style, timeZone: 'UTC' });
  }
}
