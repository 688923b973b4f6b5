import { afterAll, expect, test } from '@jest/globals';
import { startSession } from './browser-session.ts';
import { checkTakeOver } from './prerender-pages.ts';

const session = await startSession();
afterAll(async () => session[Symbol.asyncDispose]());

const document = `<!doctype html><html><body><div id="root"><main><h1>Portfolio</h1></main></div>
<script type="module" src="/app.mjs"></script></body></html>`;

/** A page whose app does this before it says that it is ready. @returns what the check finds */
async function check(app: string): Promise<string[]> {
  const content: Record<string, [type: string, body: string]> = {
    '/home': ['text/html', document],
    '/app.mjs': ['text/javascript', `${app};\ndocument.documentElement.dataset.ready = '';`],
  };
  using site = session.serve(({ url = '' }, response) => {
    const [type, body] = content[url] ?? ['image/x-icon', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  // Awaited here: the site is closed when this function returns.
  return await checkTakeOver(session, site, '/home', { locale: 'en', turn: 0 });
}

test('an app that says nothing is fine', async () => {
  expect(await check('')).toEqual([]);
});

test('what the app throws and complains of is told as it says it', async () => {
  const app = `console.error('no such pig'); setTimeout(() => { throw new Error('mud') });
    await new Promise((resolve) => setTimeout(resolve, 50))`;
  expect(await check(app)).toEqual(['no such pig', 'Error: mud']);
});
