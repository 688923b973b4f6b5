/**
 * Sharing is said once for the whole repository, in a file at its top that belongs to no package.
 * This is the only import that leaves one by a path.
 */
export {
  consumedSingletons,
  providedVersions,
  sharedSingletons,
} from '../../../../rspack.shared.ts';
