import type { TextsByLanguage } from '../locales/held-texts.ts';
import { escapeHtml } from './escape.ts';
import { lookUp } from './look-up.ts';
import type { Owner } from './owner.ts';

/** For who comes without JavaScript, in every language: what is the matter and how to write anyway. */
export function withoutScript(texts: TextsByLanguage, owner: Owner | undefined): string {
  const address = escapeHtml(owner?.email ?? '');
  const mail = owner ? ` <a href="mailto:${address}">${address}</a>` : '';
  return [...texts]
    .map(([language, { tree }]) => {
      const words = escapeHtml(lookUp(tree, 'site.withoutScript'));
      return `<p lang="${language}">${words}${mail}</p>`;
    })
    .join('');
}
