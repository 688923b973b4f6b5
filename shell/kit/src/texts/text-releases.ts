import { baseAddress, callApi, usualDeadlineMs } from '../api-client.ts';
import { siteFacts } from '../site-facts.ts';

/** Handles a section that has a release now; its texts are those of the next call. @returns whether it had another */
export function replaceRelease(section: string, id: string): boolean {
  const facts = siteFacts();
  const { key = '' } = facts;
  const replaced = (release: string) =>
    release.startsWith(`${section}@`) ? `${section}@${id}` : release;
  facts.key = key.split(',').map(replaced).join(',');
  return facts.key !== key;
}

/**
 * Fetches all texts of a language as YAML. The call names the releases of this page: a deploy does not change
 * the texts of an open one.
 */
export async function fetchTexts(language: string): Promise<string> {
  const { key } = siteFacts();
  const path = `/api/locales/${language}?releases=${key ?? ''}`;
  const texts = await callApi<string>({ method: 'GET', path });
  // A section fell back meanwhile.
  return key === siteFacts().key ? texts : fetchTexts(language);
}

/** The live releases, such as `home@…,shell@…`, from the headers of a call without texts. */
export async function readLiveKey(language: string): Promise<string | null> {
  const signal = AbortSignal.timeout(usualDeadlineMs);
  const call = { method: 'HEAD', signal };
  return (await fetch(`${baseAddress()}/api/locales/${language}`, call)).headers.get('Releases');
}
