/** @jest-environment node */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { ApiError, CancelError } from '@portfolio/kit';
import { changeDraft, readDraft } from './draft.ts';

const sendMail = jest.fn<(message: unknown, options: { deadlineMs: number }) => Promise<unknown>>();
const showHint = jest.fn<(hint: object, replaces?: number) => number>();
const kit = await import('@portfolio/kit');
jest.unstable_mockModule('@portfolio/kit', () => ({ ...kit, sendMail, showHint }));
const { sendDraft } = await import('./send-draft.ts');

const draft = { firstName: 'Zoe', lastName: '', email: 'zoe@example.org', message: 'Hi' };
const text = (path: string) => path;
const kept = { followUp: 'contact.faults.textKept' };
const loading = { kind: 'loading', path: 'hints.loading', seconds: 60 };

let lastId = 0;

beforeEach(() => {
  jest.resetAllMocks();
  showHint.mockImplementation(() => {
    lastId += 1;
    return lastId;
  });
  changeDraft({ ...draft, website: '' });
});

/** Every hint, and for each but the first whether it takes the place of the one before. */
function hintsShown() {
  const [first, ...later] = showHint.mock.calls.map(([hint]) => hint);
  const replaced = showHint.mock.calls.slice(1).map(([, replaces]) => replaces);
  const ids = showHint.mock.results.slice(0, -1).map(({ value }) => value);
  expect(replaced).toEqual(ids);
  return [first, ...later];
}

const apiError = (status: number, message: string) =>
  new ApiError({ url: '/api/contact', status, statusText: '', body: {} }, message);

test('sent: success for 5 s, and the form is empty', async () => {
  sendMail.mockResolvedValue(true);
  await sendDraft(text);
  expect(hintsShown()).toEqual([
    loading,
    { kind: 'success', path: 'hints.mailSuccess', seconds: 5 },
  ]);
  expect(sendMail.mock.calls[0]?.[0]).toEqual(draft);
  expect(readDraft().message).toBe('');
});

test.each([false, undefined, '', 0, null])(
  'not sent yet (%j): a warning for 5 s, and the text stays',
  async (answer) => {
    sendMail.mockResolvedValue(answer);
    await sendDraft(text);
    expect(hintsShown()).toEqual([
      loading,
      { kind: 'warning', path: 'hints.mailFailure', seconds: 5 },
    ]);
    expect(readDraft().message).toBe('Hi');
  },
);

test.each(['', 'zoe', 'zoe@example'])(
  'the address %j: an error for 5 s, and nothing is sent',
  async (email) => {
    changeDraft({ email });
    expect(await sendDraft(text)).toBe(false);
    expect(hintsShown()).toEqual([{ kind: 'error', path: 'hints.faultyMail', seconds: 5 }]);
    expect(sendMail).not.toHaveBeenCalled();
    expect(readDraft().message).toBe('Hi');
  },
);

test.each([
  [apiError(400, 'Bad Request'), { words: 'Bad Request', ...kept }],
  [apiError(503, 'Service Unavailable'), { words: 'Service Unavailable', ...kept }],
  [apiError(429, 'Too many'), { words: 'Too many' }],
  [new TypeError('Failed to fetch'), { path: 'contact.faults.notReached' }],
  [new CancelError(), { path: 'contact.faults.noAnswer' }],
  [new SyntaxError('Unexpected token'), { words: 'Unexpected token', ...kept }],
])('%s: an error for 10 s, and the text stays', async (error, said) => {
  sendMail.mockRejectedValue(error);
  await sendDraft(text);
  expect(hintsShown()).toEqual([loading, { kind: 'error', seconds: 10, ...said }]);
  expect(readDraft().message).toBe('Hi');
});

test('statuses beyond the catalogue come with sentences of the site', async () => {
  sendMail.mockResolvedValue(true);
  await sendDraft(text);
  expect(sendMail.mock.calls[0]?.[1]).toMatchObject({
    errors: {
      413: 'contact.faults.tooLong',
      415: 'contact.faults.notUnderstood',
      429: 'contact.faults.tooMany',
    },
  });
});

test('a second click sends nothing twice; after the outcome the next message can go', async () => {
  let answer = (_isSent: boolean) => {};
  sendMail.mockImplementation(
    () =>
      new Promise<boolean>((resolve) => {
        answer = resolve;
      }),
  );
  const first = sendDraft(text);
  await sendDraft(text);
  expect(sendMail).toHaveBeenCalledTimes(1);
  expect(showHint).toHaveBeenCalledTimes(1);
  answer(false);
  await first;
  const second = sendDraft(text);
  expect(sendMail).toHaveBeenCalledTimes(2);
  answer(true);
  await second;
});

test('a server that never answers is given up after the 60 s of the hint', async () => {
  jest.useFakeTimers();
  sendMail.mockImplementation(
    (_message, { deadlineMs }) =>
      new Promise((_resolve, reject) => {
        setTimeout(() => reject(new CancelError()), deadlineMs);
      }),
  );
  const sending = sendDraft(text);
  jest.advanceTimersByTime(59_000);
  expect(showHint).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1000);
  await sending;
  expect(hintsShown().at(-1)).toEqual({
    kind: 'error',
    seconds: 10,
    path: 'contact.faults.noAnswer',
  });
  jest.useRealTimers();
});
