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
 * Puts a fixed box below an element, so that it never covers the line above, which mostly says what the
 * element is; where there is no room, above the entry of the list that both are in. Within the window.
 */
function placeBeside(anchor: Element, box: HTMLElement): void {
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  const { width: boxWidth, height: boxHeight } = box.getBoundingClientRect();
  const rightmost = document.documentElement.clientWidth - edge - boxWidth;
  const centred = left + (width - boxWidth) / 2;
  const hasRoom = bottom + gap + boxHeight <= document.documentElement.clientHeight - edge;
  const entryTop = anchor.closest('li')?.getBoundingClientRect().top ?? top;
  box.style.top = `${hasRoom ? bottom + gap : entryTop - gap - boxHeight}px`;
  box.style.left = `${Math.max(edge, Math.min(centred, rightmost))}px`;
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
