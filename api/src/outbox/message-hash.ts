import { createHash } from 'node:crypto';
import type { Message } from '../contact/message.ts';

/**
 * What makes two messages the same: the four texts, whatever the white space around and between the
 * words and the case of the address. Only the hash outlives a sent message.
 * @returns SHA-256 as hex.
 */
export function hashMessage({ firstName, lastName, email, message }: Message): string {
  const texts = [firstName, lastName, email.toLowerCase(), message];
  const words = texts.map((text) => text.normalize('NFC').trim().split(/\s+/).join(' '));
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}
