/** The mail server said no for good (5xx). With one fixed recipient that is a fault of the set-up. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

/** The mail server could not be reached, hung up, was too slow, or asked to come back (4xx). */
export class MailPostponedError extends Error {
  override name = 'MailPostponedError';
}
