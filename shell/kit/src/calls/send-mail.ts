import { callApi } from './api-client.ts';

/** What a visitor wrote. */
export interface Message {
  firstName: string;
  lastName: string;
  email: string;
  message: string;
}

interface Options {
  /** What to say for statuses beyond the client's catalogue. */
  errors?: Record<number, string>;
  signal?: AbortSignal;
  /** How long to wait for the answer. */
  deadlineMs?: number;
}

/**
 * Hands a message to the API.
 * @returns true when the mail was handed over, false when it is kept and sent later.
 * @throws what `callApi` throws; 400 names the bad field in the error's body.
 */
export function sendMail(
  message: Message & { website?: string },
  options: Options = {},
): Promise<boolean> {
  return callApi<boolean>({ method: 'POST', path: '/api/contact', body: message, ...options });
}
