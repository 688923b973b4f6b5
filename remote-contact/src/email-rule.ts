/** RFC 5321 §4.5.3.1.3: a path has at most 256 characters, two of them are its angle brackets. */
const longestEmail = 254;

/**
 * A local part, an @ and a dotted domain ending in at least two characters (spec §5), as the API
 * reads it. Every part excludes the character that follows it, so that there is one way to match:
 * no backtracking, whatever is pasted.
 */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@(?:[^\s@.<>()[\]\\,;:"]+\.)+[^\s@.<>()[\]\\,;:"]{2,}$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controlInLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Whether a text looks like an address. The length comes first: it bounds the pattern's work. */
export function isEmail(text: string): boolean {
  return text.length <= longestEmail && !controlInLine.test(text) && emailPattern.test(text);
}

/** Whether to flag what stands in the field: an empty one is not wrong yet. */
export function isFaultyEmail(text: string): boolean {
  return text !== '' && !isEmail(text);
}
