import { reloadTexts } from '@portfolio/kit/shell';
import { sectionLoader } from './federation/section-loader.ts';

declare const __webpack_public_path__: string;

/**
 * Shows a changed text in the open page. Loads the page again, with what is typed, for a changed document or picture,
 * and after a build when a section had failed.
 */
export function startHotReload(): void {
  const changes = new EventSource(`${__webpack_public_path__}changes`);
  changes.onmessage = ({ data: kind }: MessageEvent<'texts' | 'document' | 'built'>) => {
    if (kind === 'texts') reloadTexts().catch((error) => console.warn(error));
    else if (kind === 'document' || sectionLoader.failures.size > 0) globalThis.visitor?.reload();
  };
}
