import { lookUp } from '@portfolio/contract/texts.ts';
import escapeHtml from 'escape-html';
import type { Page } from './page.ts';

/**
 * What is shown where no scripts run: what is missing, and how to write anyway. Below a prerendered
 * page in its language, else in every language.
 */
export function withoutScript({ texts, owner, language: own, prerendered }: Page): string {
  const key = prerendered ? 'site.withoutScript.read' : 'site.withoutScript.empty';
  return [...texts]
    .filter(([language]) => !prerendered || language === own)
    .map(([language, { tree }]) => {
      const words = escapeHtml(lookUp(tree, key));
      return `<p lang="${language}">${words}${mailLink(owner)}</p>`;
    })
    .join('');
}

/** What stands there, unseen, for the case that the app does not run: a word, a button, an address. */
export function lostNotice({ text, language, owner }: Page): string {
  return `<div id="lost" role="alert" lang="${language}"><p>${escapeHtml(text('site.lost'))}${mailLink(owner)}</p><button type="button" id="try-again">${escapeHtml(text('notices.retry'))}</button></div>`;
}

function mailLink(owner: Page['owner']): string {
  const address = escapeHtml(owner?.email ?? '');
  return owner ? ` <a href="mailto:${address}">${address}</a>` : '';
}
