import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { styled } from '../styled.ts';
import { Text } from '../texts/text.tsx';
import { tokens } from '../tokens.ts';

interface Props {
  /** The key path of the tooltip's text. */
  path: string;
  /** A link or a button; the element stays the same, so it keeps the focus. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}

const openAfterMs = 300;
/** The pointer can move from the link into the tooltip, which then stays. */
const closeAfterMs = 120;

/** Explains a link or a button on hover and focus; Escape or a click hides the tooltip. */
export function Tooltip({ path, children }: Props) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  const change = (next: Element | null, afterMs = 0) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), afterMs);
  };
  const hover = ({ currentTarget, pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') change(currentTarget.firstElementChild, openAfterMs);
  };
  const focus = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) change(target);
  };
  const close = () => change(null);

  return (
    <Explained
      onPointerEnter={hover}
      onPointerLeave={() => change(null, closeAfterMs)}
      onPointerDown={close}
      onFocus={focus}
      onBlur={close}
    >
      {cloneElement(children, { 'aria-describedby': anchor ? id : undefined })}
      {anchor && <Bubble id={id} path={path} anchor={anchor} onClose={close} />}
    </Explained>
  );
}

const Explained = styled.span`
  display: contents;
`;

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

function Bubble({ id, path, anchor, onClose }: BubbleProps) {
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
