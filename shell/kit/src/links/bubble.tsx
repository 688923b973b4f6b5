import { useEffect, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { Text } from '../texts/text.tsx';
import { tokens } from '../tokens.ts';

interface Props {
  id: string;
  path: string;
  anchor: Element;
  onClose: () => void;
}

/** The bubble's distance from what it is about and from the edge of the window, in pixels. */
const gap = 6;
const edge = 8;
/** Where words have less, they would be a column. */
const leastRoom = 160;

/** The words of a tooltip, above everything: the platform's popover. */
export function Bubble({ id, path, anchor, onClose }: Props) {
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    if (!bubble.current) return;
    bubble.current.showPopover();
    placeBeside(anchor, bubble.current);
  }, [anchor]);

  useEffect(() => {
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', leave);
    document.addEventListener('scroll', leave, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', leave);
      document.removeEventListener('scroll', leave, { capture: true });
    };
  });

  return (
    <Words id={id} role="tooltip" popover="manual" ref={bubble}>
      <Text path={path} />
    </Words>
  );
}

/**
 * Puts a fixed box beside the end of an element, so that it covers no line above or below, which are
 * others to choose from; where there is no room, below it, or else above the entry of the list that both
 * are in. Within the window.
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

/** Its edge is for forced colours, which take the background away. */
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
