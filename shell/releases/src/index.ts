/** The store of releases: publish, activate, roll back, prune, count; no HTTP. */
export { countFailure, readFailures } from './failure-counts.ts';
export { fingerprint } from './fingerprint.ts';
export { fallbackDepth } from './left-live.ts';
export { readPointer, writePointer } from './live-pointer.ts';
export { followLiveReleases, type LiveReleases } from './live-releases.ts';
export {
  type LiveRelease,
  type LiveSet,
  pagesOf,
  readLiveSet,
  releasesOf,
} from './live-set.ts';
export { isMissing } from './missing.ts';
export {
  BadPagesError,
  keepPages,
  type PrerenderedPage,
  type PrerenderedPages,
  readPages,
} from './prerendered-pages.ts';
export { clearStaging, findPrunable, prune } from './prune.ts';
export { publish, putLive } from './publish.ts';
export { pathOf, type Release, releaseBase, releaseName, releaseSchema } from './release.ts';
export { ReleaseRefusedError, refuse } from './release-errors.ts';
export { parseRef, parseRefs } from './release-ref.ts';
export { rollBack } from './rollback.ts';
export {
  listNames,
  listReleases,
  makeStagingFolder,
  readRelease,
  releaseFolder,
  type Store,
  storeIn,
} from './store.ts';
export { type Row, tableOfReleases } from './table.ts';
export { withoutShell, withReleases } from './with-releases.ts';
