import type { ReleaseRef } from '@portfolio/contract';
import { releaseId, releaseName } from './release.ts';

/** Reads a reference; nothing when it is none, so that no address or path can be smuggled in. */
export function parseRef(text: string): ReleaseRef | undefined {
  const [name, id, ...rest] = text.split('@');
  const isRef = releaseName.safeParse(name).success && releaseId.safeParse(id).success;
  return isRef && rest.length === 0 ? ({ name, id } as ReleaseRef) : undefined;
}

/** Reads a list of references separated by commas; what is none is left out. */
export function parseRefs(text: string | null): ReleaseRef[] {
  const parts = (text ?? '').slice(0, 2000).split(',', 20);
  return parts.map(parseRef).filter((ref) => ref !== undefined);
}
