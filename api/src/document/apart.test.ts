import { expect, test } from '@jest/globals';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { apartAt } from './asked.ts';
import { scriptApart } from './render-document.ts';

const pages = [
  ['home', '/home'],
  ['shop', '/shop'],
  ['blog', '/shop/blog'],
  ['video', '/video'],
].map(([section = '', path = ''], order) => ({ section, path, order, label: '', icon: '' }));

const apart = [{ origins: { connect: ['https://api.example.com'] } }];
const set = {
  pages,
  sections: { home: [{}], shop: [{}], blog: apart, video: apart },
} as unknown as LiveSet;

/** The script in a document at this path, with what it did of each move. */
function open(path: string) {
  const did: unknown[] = [];
  const heard = new Map<string, (event: object) => void>();
  const note = (what: string) => (_state: unknown, _title: string, to: string) =>
    void did.push([what, to]);
  const history = { pushState: note('push'), replaceState: note('replace in place') };
  const location = Object.assign(new URL(path, 'https://www.example.com'), {
    assign: (to: string) => did.push(['load', to]),
    replace: (to: string) => did.push(['load in its place', to]),
  });
  const listen = (name: string, act: (event: object) => void) => heard.set(name, act);
  const names = ['history', 'location', 'document', 'addEventListener'];
  const run = new Function(...names, scriptApart(set) ?? '');
  run(history, location, { addEventListener: listen }, listen);
  return { did, heard, history };
}

test('a move to or from a section with a policy of its own loads a document, others do not', () => {
  const moves = (from: string, to: string) => {
    const { did, history } = open(from);
    history.pushState(null, '', to);
    history.replaceState(null, '', to);
    return did.map((each) => (each as string[])[0]);
  };
  const [soft, hard] = [
    ['push', 'replace in place'],
    ['load', 'load in its place'],
  ];
  expect(moves('/home', '/shop?a')).toEqual(soft);
  expect(moves('/home', '/unknown')).toEqual(soft);
  expect(moves('/shop', '/shop/blogs')).toEqual(soft);
  expect(moves('/shop/blog', '/shop/blog/post#a')).toEqual(soft);
  expect(moves('/shop', '/shop/blog')).toEqual(hard);
  expect(moves('/shop/blog/post', '/shop')).toEqual(hard);
  expect(moves('/video', '/shop/blog')).toEqual(hard);
});

test('the browser is asked to ask where something was typed and not sent', () => {
  const { heard, history } = open('/home');
  const tell = (name: string, event: object) => heard.get(name)?.(event);
  const isAsked = () => {
    heard.delete('beforeunload');
    history.pushState(null, '', '/video');
    return heard.has('beforeunload');
  };
  expect(isAsked()).toBe(false);
  tell('input', { target: { form: {}, value: 'Dear' } });
  expect(isAsked()).toBe(true);
  tell('submit', {});
  expect(isAsked()).toBe(false);
});

test('no section is fetched ahead into a document that cannot run it', () => {
  const { heard } = open('/home');
  const stops = (href: string) => {
    let isStopped = false;
    const stopImmediatePropagation = () => {
      isStopped = true;
    };
    const target = { closest: () => ({ href }) };
    heard.get('pointerover')?.({ target, stopImmediatePropagation });
    return isStopped;
  };
  const hrefs = ['/shop', '/video'].map((path) => `https://www.example.com${path}`);
  expect([...hrefs, 'https://elsewhere.example/video', 'mailto:a@b.c'].map(stops)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('a document is for the section of the nearest page above it', () => {
  const paths = ['/home', '/shop', '/shop/blog', '/shop/blog/post', '/shop/other', '/video/'];
  expect(paths.map((path) => apartAt(set, path))).toEqual([
    undefined,
    undefined,
    'blog',
    'blog',
    undefined,
    'video',
  ]);
});
