import { pageName } from '@portfolio/contract/pages.ts';
import { ForEars, Text, useSettings, useText } from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { navigationEntryAt } from '../federation/navigation-entry.ts';
import { sectionLoader } from '../federation/section-loader.ts';

/** Shorter loading is not announced: most pages are prefetched when the pointer reaches their link. */
const noticeableMs = 120;

/** Announces the new page to screen readers, and a noticeable loading time before it. */
export function PageStatus({ isPending }: { isPending: boolean }) {
  const text = useText();
  const { pathname } = useLocation();
  const entry = navigationEntryAt(pathname);
  const language = useSettings((settings) => settings.language);
  const name = pageName(sectionLoader.pageAt(pathname), text, language);
  const [isLate, setLate] = useState(false);
  const [hasMoved, setMoved] = useState(false);
  const first = useRef(pathname);

  useEffect(() => {
    if (pathname !== first.current) setMoved(true);
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), noticeableMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending, pathname]);

  return (
    <ForEars role="status">
      {isLate && entry && <Text path="header.coming" values={{ page: text(entry.label) }} />}
      {!isPending && hasMoved && <span>{name}</span>}
    </ForEars>
  );
}
