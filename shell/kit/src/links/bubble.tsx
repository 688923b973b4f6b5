import { useEffect, useLayoutEffect, useRef } from 'react';
import { styled } from '../styled.ts';
import { Text } from '../texts/text.tsx';
import { tokens } from '../tokens.ts';

interface BubbleProps {
  id: string;
  path: string;
  anchor: Element;
  onClose: () => void;
}

/** The distance from the anchor and from the edge of the window, in pixels. */
const gap = 6;
const edge = 8;
/** The smallest width for words, in pixels. */
const leastRoom = 160;

/** The words of a tooltip. */
export function Bubble({ id, path, anchor, onClose }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    if (!bubble.current) return;
    bubble.current.showPopover();
    placeBeside(anchor, bubble.current);
  }, [anchor]);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', leave, { signal });
    document.addEventListener('scroll', leave, { capture: true, signal });
    return () => listening.abort();
  });

  return <Text as={Words} id={id} role="tooltip" popover="manual" ref={bubble} path={path} />;
}

/**
 * Places the box beside the element, where it covers no line of a list; without room, below it, or else above
 * its list entry.
 */
function placeBeside(anchor: Element, box: HTMLElement): void {
  const { left, right, top, bottom, width } = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const room = clientWidth - edge - right - gap;
  const isBeside = room >= leastRoom;
  if (isBeside) box.style.maxWidth = `min(320px, ${room}px)`;
  const { width: boxWidth, height: boxHeight } = box.getBoundingClientRect();
  const hasRoomBelow = bottom + gap + boxHeight <= clientHeight - edge;
  const entryTop = anchor.closest('li')?.getBoundingClientRect().top ?? top;
  const y = hasRoomBelow ? bottom + gap : entryTop - gap - boxHeight;
  box.style.top = `${isBeside ? (top + bottom - boxHeight) / 2 : y}px`;
  const x = isBeside ? right + gap : left + (width - boxWidth) / 2;
  box.style.left = `${Math.max(edge, Math.min(x, clientWidth - edge - boxWidth))}px`;
}

/** Forced colours remove the background and show the transparent border. */
const Words = styled.span`
  background: ${tokens.text};
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  color: ${tokens.background};
  font-size: 0.875rem;
  font-weight: 400;
  inset: auto;
  line-height: 1.45;
  margin: 0;
  max-width: min(320px, 90vw);
  overflow: visible;
  padding: 6px 10px;
  text-align: start;
  width: max-content;
`;
