/** A statement or an upload that the server does not take; the message says what to do. */
export class PublishRefusedError extends Error {
  override name = 'PublishRefusedError';
  /** Of the answer over HTTP. */
  readonly status: number;
  /** What a program needs to go on by itself, such as the highest counter so far. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

const refused = (status: number, message: string, details?: Record<string, unknown>) =>
  new PublishRefusedError(status, message, details);

/** One factory for each case of what can be wrong with a statement, in the order in which it is looked at. */
export const refusePublish = {
  unknownKey: (id: string) =>
    refused(
      401,
      `The key "${id}" is none of this site's. The owner adds its public half with: npm run keys -- add <section> <file>.pub`,
    ),
  badSignature: () =>
    refused(401, 'The signature is not that of this key over these bytes. Deploy again.'),
  keyEnded: (id: string, until: string) =>
    refused(401, `The key ${id} ended with ${until}. Ask the owner for a new one to be added.`),
  badStatement: (reason: string) =>
    refused(
      400,
      `The statement cannot be read: ${reason}. Bring the command line to the version of the site.`,
    ),
  otherSite: (said: string, site: string) =>
    refused(403, `The statement is for ${said}, and this is ${site}. Publish with --to ${site}`),
  otherSection: (id: string, section: string, sections: readonly string[]) =>
    refused(403, `The key ${id} opens ${sections.join(' and ')}, not ${section}.`),
  previewOnly: (id: string) =>
    refused(403, `The key ${id} may only publish previews. Add --preview, or ask the owner.`),
  wrongTime: (now: Date) =>
    refused(
      401,
      `The statement has expired, or is valid for too long. Here it is ${now.toISOString()}: set your clock, and deploy again.`,
      { now: now.toISOString() },
    ),
  counterAhead: (now: Date) =>
    refused(
      401,
      `The statement has a number of a time that is still to come. Here it is ${now.toISOString()}: set your clock, and deploy again.`,
      { now: now.toISOString() },
    ),
  usedCounter: (highest: number) =>
    refused(409, `This statement, or a later one of the same key, was here already.`, { highest }),
  overtaken: (section: string, live: string | undefined, seen: string | null) =>
    refused(
      409,
      `Meanwhile ${live ? `${section}@${live} went live` : `${section} was taken out of what is live`}, and you saw ${seen ?? 'none'}. Look at it, and deploy again.`,
      { live: live ?? null },
    ),
};
