import type { IncomingMessage } from 'node:http';
import {
  defaultLanguage,
  languageOfAddress,
  preferredLanguage,
} from '@portfolio/contract/texts.ts';
import { chosenLanguage, languagesOf } from '../http/read-request.ts';

/** The language of a document: what the address asks for, was chosen before, or is preferred. */
export function languageOfVisit(
  request: IncomingMessage,
  query: URLSearchParams,
  offered: readonly string[],
): { language: string; isLanguageAsked: boolean } {
  const asked = languageOfAddress(query, offered);
  // In that order the browser decides as well.
  const language =
    asked ??
    chosenLanguage(request, offered) ??
    preferredLanguage(languagesOf(request), offered) ??
    defaultLanguage;
  return { language, isLanguageAsked: asked !== undefined };
}
