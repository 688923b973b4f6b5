import { callApi } from '../api-client.ts';
import { siteFacts } from '../site-facts.ts';

let key: string | undefined;

/** The releases whose texts this page shows; a section may have another one than the document says. */
const ownKey = () => key ?? siteFacts().key ?? '';

/** Handles a section that has a release now; its texts are those of the next call. @returns whether it had another */
export function replaceRelease(section: string, id: string): boolean {
  const before = ownKey();
  const replaced = (release: string) =>
    release.startsWith(`${section}@`) ? `${section}@${id}` : release;
  key = before.split(',').map(replaced).join(',');
  return key !== before;
}

/**
 * Fetches all texts of a language as YAML. The call names the releases of this page: a deploy does not change
 * the texts of an open one.
 */
export async function fetchTexts(language: string): Promise<string> {
  const asked = ownKey();
  const path = `/api/locales/${language}?releases=${asked}`;
  const texts = await callApi<string>({ method: 'GET', path });
  // A section fell back meanwhile.
  return asked === ownKey() ? texts : fetchTexts(language);
}
