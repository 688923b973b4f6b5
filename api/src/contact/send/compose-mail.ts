import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import type { Message } from '../message.ts';

/** A notice of the site to its owner; it goes through the same outbox. */
export interface Notice extends Message {
  subject: string;
}

/**
 * It names no visitor. It has all that a message has: during an update a process of the version before
 * may be the one that sends it.
 */
export function noticeOf(subject: string, text: string): Notice {
  return { firstName: '', lastName: '', email: '', website: false, message: text, subject };
}

/** No visitor can make one: what else a body holds than a message's own texts is left out. */
export function isNotice(message: Message): message is Notice {
  return 'subject' in message;
}

/** Where mails come from and go to. */
export type Correspondents = { from: string; to: string };

/**
 * The mail that brings a message to the owner: plain text, answered to the visitor by "reply".
 * Its Message-ID is made of what was written and of the day, so that the receiving side can drop a
 * second copy, also of another machine: without their store two cannot know of each other.
 * Addresses are objects, never texts to be parsed: a comma in a name would make two of them.
 */
export function composeMail(
  { hash, message, createdAt }: { hash: string; message: Message; createdAt: Date },
  { from, to }: Correspondents,
): SendMailOptions {
  const addressed = {
    messageId: `<${markOf(hash, createdAt)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: createdAt,
    envelope: { from, to },
    to: { name: '', address: to },
    // Quoted-printable keeps long lines as they were written, without format=flowed.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  if (isNotice(message))
    return {
      ...addressed,
      from: { name: 'Website', address: from },
      subject: oneLine(message.subject),
      text: message.message,
    };
  const name = oneLine(`${message.firstName} ${message.lastName}`);
  const { email } = message;
  const mark = message.website ? '[maybe spam] ' : '';
  const replyTo = { name: name || email, address: email };
  return {
    ...addressed,
    from: { name: 'Contact form', address: from },
    // A local part outside ASCII needs a mail server that speaks SMTPUTF8; the text has it anyway.
    ...(isPlain(email) && { replyTo }),
    subject: `${mark}Message from ${name || email}`,
    text: composeText(message, name, createdAt),
  };
}

/** The same message after it is forgotten was written on another day. */
function markOf(hash: string, createdAt: Date): string {
  const day = createdAt.toISOString().slice(0, 10);
  return createHash('sha256').update(`${day} ${hash}`).digest('hex').slice(0, 32);
}

function composeText({ email, message, website }: Message, name: string, createdAt: Date): string {
  const [day, time] = createdAt.toISOString().split(/[T.]/);
  return [
    `${name ? `${name} <${email}>` : email} wrote on ${day} at ${time} UTC:`,
    '',
    message.trim() || '(no text)',
    '',
    '-- ',
    'Sent by the contact form. A reply to this mail goes to the visitor.',
    ...(isPlain(email) ? [] : [`But not to this one: please write to ${email} yourself.`]),
    ...(website ? ['A field that people do not see was filled: maybe by a robot.'] : []),
    '',
  ].join('\n');
}

/** One line for a header: no line breaks, nothing that turns the direction of the text. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim();
  // Typed as a name it would stand in the header as it is, and be read as what it encodes.
  return line.replaceAll('=?', '= ?');
}

/** ASCII before the @. What follows it has an ASCII form for every domain there is. */
function isPlain(email: string): boolean {
  return /^[\x21-\x7e]+@/.test(email);
}
