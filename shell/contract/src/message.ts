/**
 * What each text of a message may hold at most, in UTF-16 units as `maxlength` of a form counts them.
 * The address is bounded by RFC 5321, 4.5.3.1.3: 256 characters with its angle brackets.
 */
export const messageLimits = { name: 200, email: 254, message: 10_000 } as const;

/** What no text of one line may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const controlInLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * A local part, an @ and a dotted domain ending in at least two characters. Space and the characters
 * that mean something in a mail header are in none of the parts. Every part excludes the character
 * that follows it, so that there is one way to match: no backtracking to exploit.
 */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@(?:[^\s@.<>()[\]\\,;:"]+\.)+[^\s@.<>()[\]\\,;:"]{2,}$/;

/** Whether a text can be written to. The length comes first: it bounds the work of the pattern. */
export function isEmail(text: string): boolean {
  return text.length <= messageLimits.email && !controlInLine.test(text) && emailPattern.test(text);
}

/** Whether to flag what stands in the field of a form: an empty one is not wrong yet. */
export function isFaultyEmail(text: string): boolean {
  return text !== '' && !isEmail(text);
}
