import { callApi } from './api-client.ts';

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
