import { dropHint, hintSeconds, showHint } from '@portfolio/kit';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { navigationEntryAt } from '../federation/release-map.ts';
import { sectionLoader } from '../federation/section-loader.ts';

/** Says that a section loads slowly. The previous or prerendered page is visible meanwhile. */
export function LateSectionHint() {
  const { pathname } = useLocation();
  const isLateNow = () => sectionLoader.isLate(navigationEntryAt(pathname)?.section);
  const isLate = useSyncExternalStore(sectionLoader.subscribe, isLateNow, isLateNow);
  useEffect(() => {
    if (!isLate) return;
    const { loading: seconds } = hintSeconds;
    const hint = showHint({ kind: 'loading', path: 'notices.sectionLate', seconds });
    return () => void dropHint(hint);
  }, [isLate]);
  return null;
}
