import { dropHint, hintSeconds, showHint } from '@portfolio/kit';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { site } from './federation/site.ts';

/** Says that a section takes long: the page before it, or the one that came as a document, stands there meanwhile. */
export function LateSectionHint() {
  const { pathname } = useLocation();
  const isLateNow = () => site.isLate(site.entryAt(pathname)?.section);
  const isLate = useSyncExternalStore(site.subscribe, isLateNow, isLateNow);
  useEffect(() => {
    if (!isLate) return;
    const { loading: seconds } = hintSeconds;
    const hint = showHint({ kind: 'loading', path: 'notices.sectionLate', seconds });
    return () => void dropHint(hint);
  }, [isLate]);
  return null;
}
