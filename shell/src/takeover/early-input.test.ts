import { beforeEach, expect, jest, test } from '@jest/globals';
import { hasUnsentText, useSettings } from '@portfolio/kit';
import { applyEarlyInput, restoreInput, takeSnapshot } from './early-input.ts';

const markup = `
  <form><input name="email" id="email" type="email" /><textarea name="message"></textarea><button>Send</button></form>`;
let root: HTMLElement;
const send = jest.fn();

beforeEach(() => {
  document.body.innerHTML = `<div id="root">${markup}</div>`;
  root = document.getElementById('root') as HTMLElement;
  history.replaceState(null, '', '/contact');
  sessionStorage.clear();
  send.mockClear();
  HTMLFormElement.prototype.requestSubmit = send;
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
});

const field = <Field extends HTMLElement = HTMLTextAreaElement>(name: string) =>
  root.querySelector(`[name=${name}]`) as Field;
/** Renders the page anew, as the app does. */
const replacePage = () => {
  root.innerHTML = markup;
};
/** Counts input events of a field. */
const follow = (name: string) => {
  const notified = jest.fn();
  field(name).addEventListener('input', notified);
  return notified;
};

test('text that is typed until the page is replaced is written into the new one, with input events', () => {
  field('message').value = 'Half a';
  takeSnapshot(root);
  const { nodes, old } = { nodes: [...root.childNodes], old: field('message') };
  old.value += ' sentence';
  replacePage();
  const notified = follow('message');
  restoreInput();
  expect(field('message')).not.toBe(old);
  expect(field('message').value).toBe('Half a sentence');
  expect(notified).toHaveBeenCalledTimes(1);
  expect(nodes.some((node) => node.isConnected)).toBe(false);
  // Input is restored only once.
  field('message').value = '';
  restoreInput();
  expect(field('message').value).toBe('');
});

test('hydrated fields, and those with other text meanwhile, stay as they are', () => {
  field('message').value = 'Typed early';
  takeSnapshot(root);
  const notified = follow('message');
  restoreInput();
  expect(notified).not.toHaveBeenCalled();

  takeSnapshot(root);
  replacePage();
  field('message').value = 'Typed later';
  restoreInput();
  expect(field('message').value).toBe('Typed later');
});

test('the focus and the selection go to the counterpart, by its id or its position', () => {
  const message = field('message');
  message.value = 'A ruby pig';
  message.focus();
  takeSnapshot(root);
  message.setSelectionRange(2, 6);
  replacePage();
  restoreInput();
  expect(document.activeElement).toBe(field('message'));
  expect(field('message').selectionStart).toBe(2);
  expect(field('message').selectionEnd).toBe(6);

  takeSnapshot(root);
  // The focus moves after the snapshot was taken.
  field('email').focus();
  root.innerHTML = '<p></p><input id="email" name="other" />';
  restoreInput();
  expect(document.activeElement?.id).toBe('email');
});

test('an element that received the focus meanwhile keeps it', () => {
  field('message').focus();
  takeSnapshot(root);
  replacePage();
  root.querySelector('button')?.focus();
  restoreInput();
  expect(document.activeElement?.tagName).toBe('BUTTON');
});

test('input of a page that was left is kept until the visitor is back, and counts as unsent', () => {
  field('message').value = 'Typed and left';
  takeSnapshot(root);
  history.replaceState(null, '', '/home');
  root.innerHTML = '<h1>Home</h1>';
  restoreInput();
  expect(hasUnsentText()).toBe(true);
  history.replaceState(null, '', '/contact');
  replacePage();
  restoreInput();
  expect(field('message').value).toBe('Typed and left');
  expect(hasUnsentText()).toBe(false);
});

test('a form that was submitted early is sent, once, also from the page that replaced it', () => {
  field('message').value = 'Sent early';
  (root.querySelector('form') as HTMLFormElement).dataset.submitted = '';
  takeSnapshot(root);
  replacePage();
  restoreInput();
  expect(send).toHaveBeenCalledTimes(1);
  expect(root.querySelector('form')?.dataset.submitted).toBeUndefined();
  restoreInput();
  expect(send).toHaveBeenCalledTimes(1);
});

test('the stored input of the previous document is restored, and its submitted form sent', () => {
  sessionStorage.setItem('typed', JSON.stringify([['message', 'From before', '']]));
  useSettings.setState({ language: 'en' });
  applyEarlyInput();
  expect(field('message').value).toBe('From before');
  expect(send).toHaveBeenCalledTimes(1);
  expect(sessionStorage.getItem('typed')).toBe(null);
});
