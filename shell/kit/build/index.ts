/**
 * How a section is built, for its `rspack.config.ts`. The kit brings it along, so that a section's
 * folder builds wherever it lies; within this repository it is the one at the top.
 */
export { remoteConfig } from '../../../rspack.shared.ts';
