import { pageAt, pageName, pageTitle } from '@portfolio/contract/pages.ts';
import { owner, styled, useText, visuallyHidden } from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useSite } from './site.ts';

/**
 * What a page load would do after a navigation: the title changes, the new page begins at its top
 * and is announced, and the focus goes to its heading. An address that names a part of the page leads
 * there, also on the first load. Stands beside the page, so that it comes when the page is there.
 */
export function RouteAnnouncer() {
  const { pathname, hash, key } = useLocation();
  const isHistory = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');
  const text = useText();
  const page = pageAt(useSite().releases.pages, pathname);
  const name = pageName(page, text);
  const title = pageTitle(page, text, owner.name);

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    const isNavigation = pathname !== shown.current;
    shown.current = pathname;
    if (!isNavigation) return;
    setAnnounced(name);
    // Back and forward: the browser knows where the visitor was.
    if (!isHistory) scrollTo({ top: 0, behavior: 'instant' });
    focusHeading();
  }, [pathname, name, isHistory]);

  // After the other, which leads to the top. A second click on the same link leads there again.
  useEffect(() => {
    if (!isHistory || key === 'default') goTo(document.getElementById(hash.slice(1)));
  }, [hash, key, isHistory]);

  return <Status role="status">{announced}</Status>;
}

function focusHeading(): void {
  focusPart(document.querySelector<HTMLElement>('main h1'));
}

function goTo(part: HTMLElement | null): void {
  focusPart(part);
  part?.scrollIntoView();
}

function focusPart(part: HTMLElement | null): void {
  part?.setAttribute('tabindex', '-1');
  part?.focus({ preventScroll: true });
}

const Status = styled.p`
  ${visuallyHidden}
`;
