import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { readJson } from '../testing/read-json.ts';
import { resetDocument, runInlineScript } from './testing/inline-script.ts';

const [shell, entry, before] = ['0123456789ab', '/releases/shell/0123456789ab/main.mjs', '/before'];
let html: DOMStringMap;
let requests: string[];

beforeEach(() => {
  html = resetDocument('<div id="root"></div><button id="try-again"></button>');
  requests = [];
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);
const failing = async () => {
  const stack = `at make (http://localhost/releases/shell/${shell}/main.mjs:1:2)`;
  throw Object.assign(new RangeError('what a visitor typed'), { stack });
};

/** Resource timings of the page; the document took 500 ms. */
const timings = {
  getEntriesByType: (type: string) =>
    type === 'navigation' ? [{ responseEnd: 500 }] : requests.map((name) => ({ name })),
};

/** Opens a document that starts the app. */
function open({
  hasBefore = true,
  ...surroundings
}: Partial<Parameters<typeof runInlineScript>[1]> & { hasBefore?: boolean } = {}) {
  const dataset = { shell, entry, before: hasBefore ? before : '' };
  const started = jest.fn(surroundings.importScript ?? (async () => {}));
  const done = runInlineScript('watchdog.ts', {
    performance: timings,
    ...surroundings,
    importScript: started,
    dataset,
  });
  document.dispatchEvent(new Event('DOMContentLoaded'));
  return Object.assign(done, { started });
}

/** The shell that the replacing document is loaded without, if any. */
function replacement({ replacements }: ReturnType<typeof open>): string | undefined {
  return replacements.at(-1)?.searchParams.get('without') ?? undefined;
}

test('an app that becomes ready stays, whatever it throws later', async () => {
  const page = open();
  expect(page.started).toHaveBeenCalledTimes(1);
  await seconds(2);
  html.frame = '';
  dispatchEvent(new ErrorEvent('error', { filename: entry }));
  await seconds(60);
  expect(page.requests).toEqual([]);
  expect(html.lost).toBeUndefined();
});

test('when a script fails, that is reported by class and place, but not the message, and the shell before is loaded', async () => {
  const sent = jest.spyOn(navigator, 'sendBeacon');
  const page = open({ importScript: failing });
  await seconds(0);
  expect(page.requests.map(([url]) => url)).toEqual([before]);
  expect(replacement(page)).toBe(`shell@${shell}`);
  const [[address, report]] = sent.mock.calls as [[string, Blob]];
  expect(address).toBe('/api/faults');
  expect(await readJson(report)).toEqual({
    release: `shell@${shell}`,
    hasFailed: true,
    error: `RangeError /releases/shell/${shell}/main.mjs:1:2)`,
  });
  expect(html.lost).toBeUndefined();
});

test('the shell that failed is not started again in this tab', async () => {
  open({ importScript: failing });
  await seconds(0);
  html = leavePage();
  const again = open();
  await seconds(0);
  expect(again.started).not.toHaveBeenCalled();
  expect(replacement(again)).toContain(`shell@${shell}`);
});

test('a shell is started however often its page was left before it was ready', () => {
  for (let page = 0; page < 9; page += 1) {
    expect(open().started).toHaveBeenCalledTimes(1);
    html = leavePage();
  }
});

/** Continues in another document of the same tab. */
function leavePage(): DOMStringMap {
  dispatchEvent(new Event('pagehide'));
  const stored = Object.entries(sessionStorage);
  const dataset = resetDocument();
  for (const [key, value] of stored) sessionStorage.setItem(key, value);
  return dataset;
}

test('without a shell before, the page stays with its notice', async () => {
  const page = open({ hasBefore: false, importScript: failing });
  html.waits = '';
  await seconds(0);
  expect(html).toMatchObject({ lost: '' });
  expect(html.waits).toBeUndefined();
  // Else a language that is chosen now would not be loaded.
  expect(html.leaving).toBeUndefined();
  expect(page.replacements).toEqual([]);
});

test('without a connection the page is not left', async () => {
  const isOk = () => Promise.reject(new TypeError('offline'));
  const page = open({ importScript: failing, isOk });
  await seconds(0);
  expect(html.lost).toBe('');
  expect(page.replacements).toEqual([]);
});

test('an app that becomes ready during the check for the shell before keeps its page', async () => {
  const answer = Promise.withResolvers<boolean>();
  const page = open({ importScript: failing, isOk: () => answer.promise });
  await seconds(0);
  html.frame = '';
  answer.resolve(true);
  await seconds(0);
  expect(page.replacements).toEqual([]);
  expect(html.leaving).toBeUndefined();
});

test('an error of another script is not the fault of the shell', async () => {
  const page = open();
  dispatchEvent(new ErrorEvent('error', { filename: 'extension://x/inject.js' }));
  await seconds(1);
  expect(page.requests).toEqual([]);
  dispatchEvent(new ErrorEvent('error', { filename: entry }));
  await seconds(0);
  expect(replacement(page)).toBeDefined();
});

test('a script that hangs has failed when nothing has arrived for five seconds', async () => {
  const page = open({ importScript: () => new Promise(() => {}) });
  await seconds(5);
  expect(page.requests).toEqual([]);
  await seconds(2);
  expect(replacement(page)).toBeDefined();
});

test('a script has not failed while responses arrive, nor while the app waits for its texts', async () => {
  const slow = open({ importScript: () => new Promise(() => {}) });
  for (let count = 0; count < 10; count += 1) {
    requests.push('/some.svg');
    await seconds(3);
  }
  expect(slow.requests).toEqual([]);
  jest.clearAllTimers();

  html = resetDocument();
  const waiting = open();
  await seconds(9);
  expect(waiting.requests).toEqual([]);
  await seconds(4);
  expect(replacement(waiting)).toBeDefined();
});

test('the address of a document with the shell before loses its parameter', () => {
  const { addresses } = open({ address: 'http://localhost/home?without=shell%40x&language=de' });
  expect(addresses.map(String)).toEqual(['http://localhost/home?language=de']);
});

test('the button of the notice fetches the script anew, and loads the page when the site can be reached', async () => {
  let isOnline = false;
  const isOk = async () => isOnline || Promise.reject(new TypeError('offline'));
  const page = open({ hasBefore: false, isOk });
  const button = document.querySelector('button') as HTMLButtonElement;
  button.click();
  await seconds(0);
  expect(page.requests[0]).toMatchObject([entry, { cache: 'reload' }]);
  expect(page.reloads).toBe(0);
  expect(button.disabled).toBe(false);
  isOnline = true;
  button.click();
  await seconds(0);
  expect(page.reloads).toBe(1);
});
