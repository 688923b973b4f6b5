/**
 * The largest length of each text of a message, in UTF-16 units, as `maxlength` counts them. The address is
 * limited by RFC 5321, 4.5.3.1.3: 256 characters with its angle brackets.
 */
export const messageLimits = { name: 200, email: 254, message: 10_000 } as const;

/** Characters that no text of one line may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const controlInLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * A local part, an @ and a dotted domain that ends in at least two characters. No part contains spaces or
 * special characters of mail headers, nor the character that follows it, so that there is one way to match:
 * no backtracking to exploit.
 */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@(?:[^\s@.<>()[\]\\,;:"]+\.)+[^\s@.<>()[\]\\,;:"]{2,}$/;

/** Whether a text is a mail address. The length is checked first, as it limits the work of the pattern. */
export function isEmail(text: string): boolean {
  return text.length <= messageLimits.email && !controlInLine.test(text) && emailPattern.test(text);
}
