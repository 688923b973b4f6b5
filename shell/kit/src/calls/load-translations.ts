import { callApi } from './api-client.ts';

/** Fetches the YAML text of all translations of a language; 400 and 404 are declared (spec §7). */
export function loadTranslations(path: string, signal?: AbortSignal): Promise<string> {
  return callApi<string>({ method: 'GET', path, signal });
}
