import type { ComponentType } from 'react';
import { liveReleases, type SectionRelease } from './live-releases.ts';
import { openRelease } from './open-release.ts';

/** What became of a section; loading never rejects. */
export type LoadedSection =
  | { state: 'loaded'; Page: ComponentType; release: SectionRelease }
  | { state: 'failed'; errors: readonly Error[] };

/** A release that hangs for longer counts as lost (design §3.8). */
const deadlineMs = 3000;

/** A release could not be used; the cause says what the browser or the runtime said. */
class ReleaseFailedError extends Error {
  override name = 'ReleaseFailedError';
}

/** Opens a section's live release, or else the one before, without a reload. */
export async function loadSection(section: string): Promise<LoadedSection> {
  const errors: Error[] = [];
  for (const release of liveReleases()[section] ?? []) {
    try {
      const Page = await withinDeadline(openRelease(section, release));
      if (!Page) throw new Error('It exposes no page');
      return { state: 'loaded', Page, release };
    } catch (cause) {
      const error = new ReleaseFailedError(`Release ${section}@${release.id} failed`, { cause });
      console.warn(error);
      errors.push(error);
    }
  }
  return { state: 'failed', errors };
}

function withinDeadline<Value>(loading: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer in ${deadlineMs} ms`)), deadlineMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
