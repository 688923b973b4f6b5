/** A call of the API. */
export interface ApiCall {
  method: 'GET' | 'POST';
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** The call's own messages by status. */
  errors?: Record<number, string>;
  /** Aborting rejects the call with a CancelError. */
  signal?: AbortSignal | undefined;
  /** A call without an answer by then is cancelled; usually 8 s. */
  deadlineMs?: number | undefined;
}

/**
 * Calls the API and reads the answer: undefined for 204, parsed JSON, anything else as text.
 * @throws ApiError for an answer that is not OK, CancelError when aborted or too late, and what `fetch`
 * throws
 */
export async function callApi<Answer>(call: ApiCall): Promise<Answer> {
  const url = `${baseAddress()}${call.path}`;
  const deadline = AbortSignal.timeout(call.deadlineMs ?? 8000);
  const signal = call.signal ? AbortSignal.any([deadline, call.signal]) : deadline;
  const headers = new Headers({ Accept: 'application/json' });
  if (call.body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    const body = JSON.stringify(call.body);
    const response = await fetch(url, { method: call.method, headers, signal, body });
    const { ok, status, statusText } = response;
    const answer = { url, status, statusText, body: await readBody(response) };
    if (ok) return answer.body as Answer;
    throw new ApiError(answer, call.errors);
  } catch (error) {
    if (signal.aborted) throw new CancelError();
    throw error;
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  if (!/\bjson\b/i.test(response.headers.get('Content-Type') ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    // A failure with a JSON type and another body, such as a proxy's page, keeps its status.
    if (response.ok) throw error;
    return text;
  }
}

/** The page's own origin; on the host name `localhost` the API's development port 5037. */
export function baseAddress(page: Pick<Location, 'hostname' | 'origin'> = location): string {
  return page.hostname === 'localhost' ? 'http://localhost:5037' : page.origin;
}

const catalogue: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** An answer that is not OK, with its whole content. */
export class ApiError extends Error {
  override name = 'ApiError';

  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;

  /** @param declared the call's own messages by status; they take precedence over the catalogue */
  constructor(answer: Omit<ApiError, keyof Error>, declared: Record<number, string> = {}) {
    const { url, status, statusText, body } = answer;
    const generic = `status: ${status}; status text: ${statusText}; body: ${JSON.stringify(body)}`;
    super(declared[status] ?? catalogue[status] ?? `Generic Error: ${generic}`);
    this.url = url;
    this.status = status;
    this.statusText = statusText;
    this.body = body;
  }
}

/** The caller aborted a call, or its deadline passed. */
export class CancelError extends Error {
  override name = 'CancelError';

  constructor() {
    super('Request aborted');
  }
}
