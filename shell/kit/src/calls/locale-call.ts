import type { TextReleases } from '../texts/text-releases.ts';
import { callApi, usualDeadlineMs } from './api-client.ts';

/**
 * Fetches the YAML text of all translations of a language; 400 and 404 are declared. When
 * the live releases are not this page's any more, it asks a second time for the page's own; both
 * together have the time of one call.
 */
export async function loadTranslations(
  path: string,
  wanted: TextReleases,
  signal?: AbortSignal,
): Promise<string> {
  let releases: string | null = null;
  const latest = performance.now() + usualDeadlineMs;
  const ask = (query: string, headers?: Record<string, string>) =>
    callApi<string>({
      method: 'GET',
      path: `${path}${query}`,
      headers,
      signal,
      deadlineMs: latest - performance.now(),
      onHeaders: (headers) => {
        releases = headers.get('Releases');
      },
    });
  const [query, headers] = wanted.takeQuery();
  const texts = await ask(query, headers);
  return wanted.areOurs(releases, query) ? texts : ask(...wanted.takeQuery());
}

/**
 * What is live now, such as `home@…,shell@…`: the locale call names it, and asked with HEAD it sends
 * nothing else.
 */
export async function readLiveKey(language: string): Promise<string | null> {
  let releases: string | null = null;
  await callApi<string>({
    method: 'HEAD',
    path: `/api/locales/${language}`,
    onHeaders: (headers) => {
      releases = headers.get('Releases');
    },
  });
  return releases;
}
