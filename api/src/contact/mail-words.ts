import { lookUp, type TextTree } from '@portfolio/contract/texts.ts';

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

/** The words of mails to a recipient. */
export function mailWords({ site, language, timeZone, texts }: Recipient) {
  return {
    /** Formats a text below `mail`; `""` if the live shell has none. */
    say(key: string, values: Readonly<Record<string, string>> = {}): string {
      const path = `mail.${key}`;
      const words = lookUp(texts, path);
      const all: Record<string, string> = { site, ...values };
      return words === path ? '' : words.replaceAll(/\{(\w+)\}/g, (it, name) => all[name] ?? it);
    },
    time: (date: Date) => timeFormat(language, timeZone).format(date),
    /** Such as `German` for `de`. */
    languageName: (tag: string) =>
      new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag,
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
