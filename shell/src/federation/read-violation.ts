import { navigationEntryAt } from './release-map.ts';
import { sectionLoader } from './section-loader.ts';

/** What the content security policy refused to the open section, as an error of its release. */
export interface Violation {
  release: string;
  error: Error;
}

/** Undefined for the scripts and styles of extensions, which have no address or one of their own. */
export function readViolation(violation: SecurityPolicyViolationEvent): Violation | undefined {
  const { blockedURI, effectiveDirective: name } = violation;
  const { sourceFile, lineNumber, columnNumber } = violation;
  const section = navigationEntryAt(location.pathname)?.section;
  if (!section || !(sourceFile || blockedURI).startsWith('http')) return undefined;
  const stack = `${sourceFile}:${lineNumber}:${columnNumber}`;
  // The open section, as a picture is loaded later than by the line that shows it.
  const release = `${section}@${sectionLoader.loaded(section)?.release.id}`;
  return { release, error: Object.assign(new Error(), { name, stack }) };
}
