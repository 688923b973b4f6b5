import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSettings } from './settings.ts';
import { siteFacts } from './site-facts.ts';

/** A release of this page. */
export interface LiveRelease {
  /** `shell`, or the name of a section. */
  name: string;
  id: string;
  /** When the release was made, if the server has sent it. */
  createdAt?: string | undefined;
  /** Such as “3 hours ago”, once the element is visible; absent in a prerendered page. */
  age?: string | undefined;
}

/**
 * The releases of this page: the shell's, then those of the sections in the order of the navigation. Their
 * ages follow once the element is visible: the first use of Intl.RelativeTimeFormat takes as long as
 * hydrating the whole page.
 */
export function useLiveReleases(): [
  element: RefObject<HTMLElement | null>,
  readonly LiveRelease[],
] {
  const language = useSettings((settings) => settings.language);
  const element = useRef<HTMLElement>(null);
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      whenIdle(() => setNow(Date.now()));
    });
    if (element.current) watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  const [releases] = useState(readReleases);
  if (now === undefined) return [element, releases];
  const aged = releases.map((release) => ({
    ...release,
    age: release.createdAt && ageOf(now - Date.parse(release.createdAt), language),
  }));
  return [element, aged];
}

const whenIdle = globalThis.requestIdleCallback ?? ((act: () => void) => void setTimeout(act, 200));

function readReleases(): readonly LiveRelease[] {
  const { key = '', createdAt = {}, pages = [] } = siteFacts();
  const place = (release: LiveRelease) =>
    pages.findIndex(({ section }) => section === release.name);
  return key
    .split(',')
    .filter(Boolean)
    .map((release) => {
      const [name = '', id = ''] = release.split('@');
      return { name, id, createdAt: createdAt[name] };
    })
    .sort((a, b) => place(a) - place(b));
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Uses the largest unit that fits, and never a future time. */
function ageOf(since: number, language: string): string {
  const ms = Math.max(0, since);
  const [unit, length] = units.find(([, length]) => ms >= length) ?? ['minute', 60_000];
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return format.format(-Math.floor(ms / length), unit);
}
