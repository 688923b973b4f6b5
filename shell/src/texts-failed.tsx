import { owner, Picture, ResourceBase, Title } from '@portfolio/kit';
import { releaseMap } from './federation/release-map.ts';
import { isPrerendered, showInstead } from './frame-root.tsx';
import { CenteredPage } from './layout/centered-page.tsx';

/**
 * Says that the texts could not be loaded, by the document's own notice. Its retry button does not reload,
 * which would lose typed text.
 */
export function showTextsFailed(retry: () => Promise<void>): void {
  const { dataset } = document.documentElement;
  delete dataset.waits;
  // Tells the watchdog that the shell works.
  dataset.lost = '';
  if (!isPrerendered)
    showInstead(
      <CenteredPage as="main">
        <ResourceBase value={releaseMap.shell}>
          <Picture path="not-found.svg" width={480} height={360} size="320px" isUrgent />
        </ResourceBase>
        <Title>{owner.name}</Title>
      </CenteredPage>,
    );
  const button = document.querySelector<HTMLButtonElement>('#try-again');
  if (!button) return;
  button.onclick = async (event) => {
    event.stopPropagation();
    button.disabled = true;
    await retry();
    button.disabled = false;
  };
}
