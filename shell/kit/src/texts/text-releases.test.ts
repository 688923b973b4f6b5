/** @jest-environment node */
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { setSiteFacts } from '../site-facts.ts';
import { startLocalApi } from '../testing/local-api.ts';
import { fetchTexts, replaceRelease } from './texts.ts';

const api = await startLocalApi();
afterAll(api.stop);
const key = 'home@h2,my-home@m1,shell@s1';
setSiteFacts({ languages: ['en'], key, shell: '/shell/', pages: [], sections: {} });

const asked: (string | undefined)[] = [];
beforeEach(() => {
  asked.length = 0;
  api.answer((response) => {
    asked.push(api.seen.request?.url);
    response.end('a: 1');
  });
});

test('every call names the releases of the page, also those of a section that fell back', async () => {
  expect(await fetchTexts('en')).toBe('a: 1');
  replaceRelease('home', 'h1');
  const pending = fetchTexts('de');
  replaceRelease('home', 'h0');
  expect(await pending).toBe('a: 1');
  const rest = 'my-home@m1,shell@s1';
  expect(asked).toEqual([
    `/api/locales/en?releases=home@h2,${rest}`,
    `/api/locales/de?releases=home@h1,${rest}`,
    `/api/locales/de?releases=home@h0,${rest}`,
  ]);
});
