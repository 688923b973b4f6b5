import { reloadTexts } from '@portfolio/kit';

declare const __webpack_public_path__: string;

/** A development server reports changed files, or a build without errors. */
interface Change {
  kind: 'texts' | 'pictures' | 'document' | 'built';
  base: string;
}

/**
 * Shows a changed text or picture in the open page. Reloads the page for a changed document, and after a
 * build when a section had failed.
 */
export function startHotReload(): void {
  const changes = new EventSource(`${__webpack_public_path__}changes`);
  changes.onmessage = ({ data }) => {
    const { kind, base } = JSON.parse(data) as Change;
    if (kind === 'texts') reloadTexts().catch((error) => console.warn(error));
    else if (kind === 'pictures') refreshPictures(base);
    else if (kind === 'document' || document.querySelector('[data-failed]')) location.reload();
  };
}

/** Adds a query to the addresses, so that the browser fetches the pictures again. */
function refreshPictures(base: string): void {
  const refreshed = (text: string) =>
    text.replaceAll(/(https?:[^\s'")?]+)(\?changed=\d+)?/g, (same, address: string) =>
      address.startsWith(base) ? `${address}?changed=${Date.now()}` : same,
    );
  for (const style of document.querySelectorAll('style')) {
    if (style.textContent?.includes(base)) style.textContent = refreshed(style.textContent);
  }
  for (const name of ['src', 'srcset']) {
    for (const picture of document.querySelectorAll(`img[${name}], source[${name}]`))
      picture.setAttribute(name, refreshed(picture.getAttribute(name) ?? ''));
  }
}
