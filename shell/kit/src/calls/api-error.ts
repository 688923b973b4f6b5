/** What the site says for a status. */
const catalogue: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** An answer that was not OK, with everything the server said. */
export class ApiError extends Error {
  override name = 'ApiError';

  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;

  constructor(answer: Pick<ApiError, 'url' | 'status' | 'statusText' | 'body'>, message: string) {
    super(message);
    this.url = answer.url;
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.body = answer.body;
  }
}

/** The sentence for an answer: the call's own, else the catalogue's, else all there is to say. */
export function messageFor(
  status: number,
  statusText: string,
  body: unknown,
  declared: Record<number, string> = {},
): string {
  return (
    declared[status] ??
    catalogue[status] ??
    `Generic Error: status: ${status}; status text: ${statusText}; body: ${JSON.stringify(body)}`
  );
}

/** The caller gave up on a call, or its time was up. */
export class CancelError extends Error {
  override name = 'CancelError';

  constructor() {
    super('Request aborted');
  }
}
