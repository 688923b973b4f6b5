import type { PrerenderedPage } from '@portfolio/releases/markup/parse-pages.ts';
import type { Browser } from 'playwright';

/** How long a page may take to start and to be made. */
const patienceMs = 60_000;

/** A page could not be made; the message says why, as the end of a sentence. */
export class PageFailedError extends Error {
  override name = 'PageFailedError';
}

/**
 * Has a page made by the app itself in a fresh visit. Only markup and styles come out of the browser,
 * and no code of a section runs outside of it.
 * @throws PageFailedError
 */
export async function takePage(
  browser: Browser,
  address: string,
  language: string,
): Promise<PrerenderedPage> {
  const context = await browser.newContext({ locale: language });
  try {
    // Styles as they were written, not as the browser reads them.
    await context.addInitScript('globalThis.SC_DISABLE_SPEEDY = true');
    const taken = new Promise<PrerenderedPage>((resolve, reject) => {
      const late = new PageFailedError(`is not there after ${patienceMs / 1000} s`);
      setTimeout(() => reject(late), patienceMs).unref();
      void context.exposeFunction('takePage', resolve);
    });
    // Nobody waits for it when the page cannot be opened at all.
    taken.catch(() => {});
    const page = await context.newPage();
    const crash = new Promise<never>((_resolve, reject) => {
      const end = () => reject(new Error('Its tab crashed'));
      page.once('crash', end).once('close', end);
    });
    crash.catch(() => {});
    await page.goto(address, { waitUntil: 'commit' });
    return asDocumentPart(await Promise.race([taken, crash]));
  } finally {
    await context.close();
  }
}

/**
 * React puts preloads of pictures in front; in a whole document the browser finds those itself. The
 * policy refuses styles in attributes: the app sets them when it takes the page over.
 */
function asDocumentPart({ html, css, stylesVersion }: PrerenderedPage): PrerenderedPage {
  const markup = String(html)
    .replace(/^(?:<link [^>]*>)+/, '')
    .replaceAll(' style="', ' data-style="');
  return { html: markup, css: String(css), stylesVersion: String(stylesVersion) };
}
