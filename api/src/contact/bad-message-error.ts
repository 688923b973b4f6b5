import type { z } from 'zod';

/** A body that is no message: the sentence for the visitor and the field it is about. */
export class BadMessageError extends Error {
  override name = 'BadMessageError';
  readonly field: string;

  constructor(fault: z.core.$ZodIssue | undefined) {
    const field = fault?.path[0]?.toString() ?? 'body';
    super(
      fault === undefined || field === 'body'
        ? 'The body must be a JSON object with firstName, lastName, email and message.'
        : `The field ${field} ${fault.message}.`,
    );
    this.field = field;
  }
}
