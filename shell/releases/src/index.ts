/** The store of releases: publish, activate, roll back, prune, count; no HTTP. */
export { faultsOfNames } from './checks/plain-names.ts';
export { checkSuitsLive } from './checks/suits-live.ts';
export type { Texts } from './checks/whole-texts.ts';
export { countFailure, readFailures } from './failure-counts.ts';
export { fingerprint, integrityOf } from './fingerprint.ts';
export { readPointerOrLast } from './last-good.ts';
export { fallbackDepth } from './left-live.ts';
export { inspectReleases, listReleases } from './list-releases.ts';
export type { Fault } from './live-name.ts';
export { readPointer, writePointer } from './live-pointer.ts';
export type { LiveRelease } from './live-release.ts';
export { followLiveReleases, type LiveReleases, readLiveSet } from './live-releases.ts';
export { type LiveSet, pagesOf, releasesOf } from './live-set.ts';
export { isMissing } from './missing.ts';
export {
  BadPagesError,
  keepPages,
  type PrerenderedPage,
  type PrerenderedPages,
  pageFilesOf,
  parsePages,
  readPages,
} from './prerendered-pages.ts';
export { clearStaging, findPrunable, prune } from './prune.ts';
export { publish, putLive } from './publish.ts';
export { BrokenFileError, readInside } from './read-inside.ts';
export {
  hashApart,
  printable,
  readRelease,
  readReleaseFile,
} from './read-release.ts';
export {
  idOf,
  isScript,
  most,
  parseRef,
  parseRefs,
  pathOf,
  type Release,
  releaseBase,
  releaseName,
  releaseSchema,
} from './release.ts';
export { ReleaseRefusedError, refuse } from './release-errors.ts';
export { retire } from './retire.ts';
export { rollBack } from './rollback.ts';
export {
  listNames,
  makeStagingFolder,
  releaseFolder,
  type Store,
  sectionFolder,
  storeIn,
} from './store.ts';
export { findFaults, type Row, tableOfReleases } from './table.ts';
export { isOwnKey, languageOf, parseTexts } from './texts.ts';
export { shellAlone, withoutShell, withReleases } from './with-releases.ts';
