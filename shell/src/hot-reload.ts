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
  addEventListener('securitypolicyviolation', showViolation);
}

/** Shows over the page what the policy of the site would refuse, as an error is shown. */
function showViolation(violation: SecurityPolicyViolationEvent): void {
  const { target, effectiveDirective, blockedURI, sourceFile, lineNumber } = violation;
  // Emotion fills its sheets by rules only where it is released.
  if (target instanceof HTMLElement && 'emotion' in target.dataset) return;
  const place = sourceFile ? ` at ${sourceFile}:${lineNumber}` : '';
  reportError(
    new Error(
      `The site's content security policy will refuse this${place} (${effectiveDirective}: ${blockedURI}).`,
    ),
  );
}

/** Adds a query to the addresses, so that the browser fetches the pictures again. */
function refreshPictures(base: string): void {
  const refreshed = (text: string) =>
    text.replaceAll(/(https?:[^\s'")?]+)(\?changed=\d+)?/g, (same, address: string) =>
      address.startsWith(base) ? `${address}?changed=${Date.now()}` : same,
    );
  for (const sheet of document.styleSheets) {
    for (const [at, { cssText }] of [...sheet.cssRules].entries()) {
      if (!cssText.includes(base)) continue;
      sheet.deleteRule(at);
      sheet.insertRule(refreshed(cssText), at);
    }
  }
  for (const name of ['src', 'srcset']) {
    for (const picture of document.querySelectorAll(`img[${name}], source[${name}]`))
      picture.setAttribute(name, refreshed(picture.getAttribute(name) ?? ''));
  }
}
