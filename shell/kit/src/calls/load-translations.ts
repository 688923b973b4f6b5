import { areTextsOurs, takeTextsQuery } from '../texts/text-releases.ts';
import { callApi } from './api-client.ts';

/**
 * Fetches the YAML text of all translations of a language; 400 and 404 are declared (spec §7). When
 * the live releases are not this page's any more, it asks a second time for the page's own.
 */
export async function loadTranslations(path: string, signal?: AbortSignal): Promise<string> {
  let releases: string | null = null;
  const ask = () =>
    callApi<string>({
      method: 'GET',
      path: `${path}${takeTextsQuery()}`,
      signal,
      onHeaders: (headers) => {
        releases = headers.get('Releases');
      },
    });
  const texts = await ask();
  return areTextsOurs(releases) ? texts : ask();
}
