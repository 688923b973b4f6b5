import { beforeEach, expect, jest, test } from '@jest/globals';
import { ApiError, CancelError, typed } from '@portfolio/kit';

const callApi = jest.fn<(call: object) => Promise<unknown>>();
const showHint = jest.fn<(hint: object, replaces?: number) => number>();
const kit = await import('@portfolio/kit');
jest.unstable_mockModule('@portfolio/kit', () => ({ ...kit, callApi, showHint }));
const { sendDraft } = await import('./send-draft.ts');
const { useForm } = await import('./draft.ts');

const draft = { firstName: 'Zoe', lastName: '', email: 'zoe@example.org', message: 'Hi' };
document.body.innerHTML = '<form><textarea name="message"></textarea></form>';
const kept = { followUp: 'contact.faults.textKept' };
const loading = { kind: 'loading', path: 'hints.loading', seconds: 60 };

beforeEach(() => {
  jest.resetAllMocks();
  showHint.mockImplementation(() => showHint.mock.calls.length);
  Object.assign(typed, draft);
  box().value = draft.message;
});

/** All hints; each replaces the one before. */
function hintsShown() {
  const replaced = showHint.mock.calls.slice(1).map(([, replaces]) => replaces);
  const ids = showHint.mock.results.slice(0, -1).map(({ value }) => value);
  expect(replaced).toEqual(ids);
  return showHint.mock.calls.map(([hint]) => hint);
}

const box = () => document.querySelector('textarea') as HTMLTextAreaElement;
const outcome = () => ({ message: typed.message ?? box().value, ...useForm.getState() });

const apiError = (status: number, message: string) =>
  new ApiError({ url: '/api/contact', status, statusText: '', body: {} }, { [status]: message });

test('sent: success for 5 s, and the form is empty', async () => {
  callApi.mockResolvedValue(true);
  jest.useFakeTimers();
  expect(await sendDraft(draft)).toBe(true);
  const success = { kind: 'success', path: 'hints.mailSuccess', seconds: 5 };
  expect(hintsShown()).toEqual([loading, success]);
  const call = { method: 'POST', path: '/api/contact' };
  // As long as the hint.
  expect(callApi).toHaveBeenCalledWith({ ...call, body: draft, deadlineMs: 60_000 });
  jest.advanceTimersByTime(4999);
  expect(outcome()).toEqual({ message: '', progress: 'sent', lacksAddress: false });
  jest.advanceTimersByTime(1);
  expect(useForm.getState().progress).toBe('idle');
  jest.useRealTimers();
});

test.each([false, undefined, '', 0, null])('not yet sent (%j): the text stays', async (answer) => {
  callApi.mockResolvedValue(answer);
  await sendDraft(draft);
  const warning = { kind: 'warning', path: 'hints.mailFailure', seconds: 5 };
  expect(hintsShown()).toEqual([loading, warning]);
  expect(outcome()).toEqual({ message: 'Hi', progress: 'idle', lacksAddress: false });
});

test.each(['', 'zoe', 'zoe@example'])('nothing is sent to the address %j', async (email) => {
  expect(await sendDraft({ ...draft, email })).toBe(false);
  expect(hintsShown()).toEqual([{ kind: 'error', path: 'hints.faultyMail', seconds: 5 }]);
  expect(callApi).not.toHaveBeenCalled();
  expect(outcome()).toEqual({ message: 'Hi', progress: 'idle', lacksAddress: true });
});

test.each([
  [apiError(400, 'Bad Request'), { words: 'Bad Request', ...kept }],
  [apiError(503, 'Service Unavailable'), { words: 'Service Unavailable', ...kept }],
  // The site's own sentence needs no words of the error.
  [apiError(413, 'Too large'), { path: 'contact.faults.tooLong' }],
  [apiError(415, 'Not JSON'), { path: 'contact.faults.notUnderstood' }],
  [apiError(429, 'Too many'), { path: 'contact.faults.tooMany' }],
  [new TypeError('Failed to fetch'), { path: 'contact.faults.notReached' }],
  [new CancelError(), { path: 'contact.faults.noAnswer' }],
  [new SyntaxError('Unexpected token'), { words: 'Unexpected token', ...kept }],
])('%s: an error for 10 s, and the text stays', async (error, said) => {
  callApi.mockRejectedValue(error);
  await sendDraft(draft);
  expect(hintsShown()).toEqual([loading, { kind: 'error', seconds: 10, ...said }]);
  expect(outcome()).toEqual({ message: 'Hi', progress: 'idle', lacksAddress: false });
});

test('a second click sends nothing; text that was typed meanwhile stays, and can be sent next', async () => {
  const answer = Promise.withResolvers<boolean>();
  callApi.mockReturnValue(answer.promise);
  const first = sendDraft(draft);
  expect(await sendDraft(draft)).toBe(true);
  expect(callApi).toHaveBeenCalledTimes(1);
  expect(showHint).toHaveBeenCalledTimes(1);
  typed.message = 'Hi, one more thing';
  answer.resolve(true);
  await first;
  expect([typed.message, box().value]).toEqual(['Hi, one more thing', 'Hi']);
  const second = sendDraft(draft);
  expect(callApi).toHaveBeenCalledTimes(2);
  await second;
});
