import type { Message } from './validate/message.ts';

/** A word of the site itself to its owner; it goes the way of the visitors' messages. */
export interface Notice extends Message {
  subject: string;
}

/**
 * Nobody wrote it, so nobody is named. It has all that a message has: during an update a process of
 * the version before may be the one that sends it.
 */
export function noticeOf(subject: string, text: string): Notice {
  return { firstName: '', lastName: '', email: '', website: false, message: text, subject };
}

/** No visitor can make one: what else a body holds than a message's own texts is left out. */
export function isNotice(message: Message): message is Notice {
  return 'subject' in message;
}
