import type { Draft } from './draft.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const breaks = /[\t\r\n\u2028\u2029]/g;

/**
 * The draft as the API takes it. Control characters come unseen with a text that is pasted from a
 * word processor or a PDF; the API refuses them, and a visitor could not see why. The honeypot goes
 * along only when something filled it.
 */
export function sendable({ website, ...draft }: Draft) {
  return {
    firstName: lineOf(draft.firstName),
    lastName: lineOf(draft.lastName),
    email: draft.email,
    message: draft.message.replace(control, ' '),
    ...(website && { website }),
  };
}

function lineOf(text: string): string {
  return text.replace(control, ' ').replace(breaks, ' ');
}
