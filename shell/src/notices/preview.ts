import { hintSeconds, showHint } from '@portfolio/kit';
import { releaseMap } from '../federation/release-map.ts';

/** Says which releases the page previews, if any, and offers the live ones. */
export function showPreview(): void {
  const { preview } = releaseMap;
  if (!preview) return;
  showHint({
    kind: 'info',
    path: 'notices.preview',
    followUp: preview.replaceAll(',', ', '),
    seconds: hintSeconds.lasting,
    action: { path: 'notices.leavePreview', run: leave },
  });
}

/** Loads another document, as the live releases are another set. */
function leave(): void {
  const address = new URL(location.href);
  address.searchParams.delete('preview');
  location.assign(address);
}
