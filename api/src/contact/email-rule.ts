/** RFC 5321 §4.5.3.1.3: a path has at most 256 characters, two of them are its angle brackets. */
export const longestEmail = 254;

/**
 * A local part, an @ and a dotted domain ending in at least two characters (spec §5). Space and the
 * characters that mean something in a mail header are in none of the parts. Every part excludes the
 * character that follows it, so that there is one way to match: no backtracking to exploit.
 */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@(?:[^\s@.<>()[\]\\,;:"]+\.)+[^\s@.<>()[\]\\,;:"]{2,}$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Whether a text can be written to. The length comes first: it bounds the work of the pattern. */
export function isEmail(text: string): boolean {
  return text.length <= longestEmail && !control.test(text) && emailPattern.test(text);
}
