import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

/**
 * Whether an element has come into sight, or is printed. What depends on it is not in the document, whose bytes
 * every visitor waits for.
 */
export function useSeen<Place extends Element>() {
  const place = useRef<Place>(null);
  const [isSeen, setSeen] = useState(false);
  const isPrinted = useSyncExternalStore(
    followPaper,
    () => paper().matches,
    () => false,
  );
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return [place, isSeen || isPrinted] as const;
}

const paper = () => matchMedia('print');

function followPaper(onChange: () => void): () => void {
  const query = paper();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
