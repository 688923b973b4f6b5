import { css, keyframes, styled, Text, tokens, useText, visuallyHidden } from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { navigationEntryAt } from '../federation/release-map.ts';
import { usePageName } from '../routing/page-arrival.ts';

/** A page that is loaded by then is not announced: most are, since their link was pointed at. */
const soonMs = 120;

/**
 * Tells screen readers which page a link led to, once it is shown, and that it is on its way where that
 * takes long enough to be felt.
 */
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
    const timer = setTimeout(() => setLate(true), soonMs);
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

/** The look of what led to the page that is on its way: a light runs along its lower edge. */
export const pendingLook = css`
  header[data-pending] & {
    overflow: clip;
    position: relative;

    @media (prefers-reduced-motion: no-preference) {
      &::after {
        animation: ${run} 0.9s ${soonMs}ms ease-in-out infinite both;
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
      animation: ${fade} 0s ${soonMs}ms forwards;
    }
  }
`;

const Status = styled.p`
  ${visuallyHidden}
`;
