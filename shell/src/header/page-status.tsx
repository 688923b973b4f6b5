import { css, keyframes, styled, Text, tokens, useText, visuallyHidden } from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { navigationEntryAt } from '../federation/release-map.ts';
import { usePageName } from '../routing/page-arrival.ts';

/** Less is not announced: most pages are prefetched when their link is pointed at. */
const noticeableMs = 120;

/** Tells screen readers which page a link led to, once it is visible, and that it is loading if that is noticeable. */
export function PageStatus({ isPending }: { isPending: boolean }) {
  const text = useText();
  const { pathname } = useLocation();
  const entry = navigationEntryAt(pathname);
  const name = usePageName();
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
    <Status role="status">
      {isLate && entry && <Text path="header.coming" values={{ page: text(entry.label) }} />}
      {!isPending && hasMoved && <span>{name}</span>}
    </Status>
  );
}

const run = keyframes`
  from { translate: -100%; }
  to { translate: 250%; }
`;

const fade = keyframes`
  to { opacity: 0.6; }
`;

/** For the entry of a page that is loading: a light runs along its lower edge. */
export const pendingLook = css`
  header[data-pending] & {
    overflow: clip;
    position: relative;

    @media (prefers-reduced-motion: no-preference) {
      &::after {
        animation: ${run} 0.9s ${noticeableMs}ms ease-in-out infinite both;
        background: linear-gradient(90deg, transparent, ${tokens.text}, transparent);
        bottom: 0;
        content: '';
        height: 3px;
        left: 0;
        position: absolute;
        width: 40%;
      }
    }

    @media (prefers-reduced-motion: reduce) {
      animation: ${fade} 0s ${noticeableMs}ms forwards;
    }
  }
`;

const Status = styled.p`
  ${visuallyHidden}
`;
