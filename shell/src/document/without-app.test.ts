import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { resetDocument, runInlineScript } from './testing/inline-script.ts';

const page = `
  <div id="root" data-page="contact@0123456789ab">
    <select name="language"><option>en</option><option>de</option></select>
    <form><input name="firstName" /><textarea name="message"></textarea></form>
  </div>`;
let dataset: DOMStringMap;
const submit = jest.fn();
const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);

beforeEach(() => {
  dataset = resetDocument(page);
  jest.useFakeTimers();
  HTMLFormElement.prototype.submit = submit;
  submit.mockClear();
});
afterEach(() => void jest.useRealTimers());

const form = () => document.querySelector('form') as HTMLFormElement;
const field = (name: string) => form().elements.namedItem(name) as HTMLInputElement;
const type = (name: string, value: string) => {
  field(name).value = value;
  field(name).dispatchEvent(new Event('input', { bubbles: true }));
};
const choose = (language: string) => {
  const select = document.querySelector('select') as HTMLSelectElement;
  select.value = language;
  select.dispatchEvent(new Event('change', { bubbles: true }));
};
const send = () => form().dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

test('a submitted form waits for the app, which then sends it', async () => {
  runInlineScript('without-app.ts');
  expect(send()).toBe(false);
  await seconds(60);
  expect(form().dataset.submitted).toBe('');
  // The app deletes this attribute and sends the form itself.
  delete form().dataset.submitted;
  dataset.frame = '';
  dataset.ready = '';
  await seconds(2);
  expect(submit).not.toHaveBeenCalled();
});

test('without the app the form is sent once, when the site can be reached', async () => {
  let isOnline = false;
  const isOk = async () => isOnline || Promise.reject(new TypeError('offline'));
  runInlineScript('without-app.ts', { isOk });
  send();
  dataset.frame = '';
  await seconds(5);
  expect(submit).not.toHaveBeenCalled();
  isOnline = true;
  await seconds(5);
  expect(submit).toHaveBeenCalledTimes(1);
});

test('a language that is chosen while the app does not run reloads the document', async () => {
  const done = runInlineScript('without-app.ts');
  dataset.lost = '';
  choose('de');
  await seconds(0);
  expect(done.reloads).toBe(1);
  expect(dataset.leaving).toBe('');
});

test('a language that is chosen before the app is ready is left to the app', async () => {
  const done = runInlineScript('without-app.ts');
  choose('de');
  await seconds(2);
  dataset.frame = '';
  await seconds(10);
  expect(done.reloads).toBe(0);
});

test('without a connection the page stays until there is one', async () => {
  let isOnline = false;
  const isOk = async () => isOnline || Promise.reject(new TypeError('offline'));
  const done = runInlineScript('without-app.ts', { isOk });
  dataset.lost = '';
  choose('de');
  await seconds(5);
  expect(done.reloads).toBe(0);
  isOnline = true;
  await seconds(5);
  expect(done.reloads).toBe(1);
});

test('typed text is restored in the next document at once, and can be sent from there', async () => {
  runInlineScript('without-app.ts');
  type('firstName', 'Zoe');
  type('message', 'A pig\nof ruby');
  dispatchEvent(new Event('pagehide'));
  // Nothing is stored when the visitor leaves for another page.
  expect(sessionStorage.getItem('typed')).toBe(null);
  dataset.leaving = '';
  dispatchEvent(new Event('pagehide'));

  const typed = sessionStorage.getItem('typed') ?? '';
  dataset = resetDocument(page);
  sessionStorage.setItem('typed', typed);
  runInlineScript('without-app.ts');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(field('firstName').value).toBe('Zoe');
  expect(field('message').value).toBe('A pig\nof ruby');
  expect(sessionStorage.getItem('typed')).toBe(null);
});

test('text that is typed into a page without its app is restored after a reload', () => {
  runInlineScript('without-app.ts');
  type('message', 'A pig');
  dataset.lost = '';
  dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.getItem('typed')).toContain('A pig');
  sessionStorage.removeItem('typed');
});

test('in a document without a page, the app restores typed text', () => {
  resetDocument('<div id="root"></div>');
  const typed = JSON.stringify([['firstName', 'Zoe']]);
  sessionStorage.setItem('typed', typed);
  runInlineScript('without-app.ts');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(sessionStorage.getItem('typed')).toBe(typed);
});

test('a form that was submitted still waits in the next document', async () => {
  sessionStorage.setItem('typed', JSON.stringify([['message', 'Hello', '']]));
  runInlineScript('without-app.ts');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(form().dataset.submitted).toBe('');
  dataset.lost = '';
  await seconds(2);
  expect(submit).toHaveBeenCalledTimes(1);
});
