/** RFC 5321 §4.5.3.1.3: a path has at most 256 characters, two of them are its angle brackets. */
export const longestEmail = 254;

/**
 * A local part, an @ and a dotted domain ending in at least two characters (spec §5). Space and the
 * characters that mean something in a mail header are in none of the parts. Every part excludes the
 * character that follows it, so that there is one way to match: no backtracking to exploit.
 *
 * The form has the same rule in `remote-contact/src/email-rule.ts`. It stands twice because the API
 * runs no code of a section, a team alone has no API to import, and in the kit it would weigh on
 * every first page. A test holds the two equal.
 */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@(?:[^\s@.<>()[\]\\,;:"]+\.)+[^\s@.<>()[\]\\,;:"]{2,}$/;

/** What no text of one line may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const controlInLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Whether a text can be written to. The length comes first: it bounds the work of the pattern. */
export function isEmail(text: string): boolean {
  return text.length <= longestEmail && !controlInLine.test(text) && emailPattern.test(text);
}
