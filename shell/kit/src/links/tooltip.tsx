import { cloneElement, type ReactElement, type ToggleEvent, useId, useRef, useState } from 'react';
import { styled, tokens } from '../styles.ts';
import { Text } from '../texts/text.tsx';

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

  return (
    <Explained
      onPointerEnter={({ currentTarget, pointerType }) => {
        if (pointerType !== 'touch') change(currentTarget.firstElementChild, openAfterMs);
      }}
      onPointerLeave={() => change(null, closeAfterMs)}
      onPointerDown={() => change(null)}
      onFocus={({ target }) => target.matches(':focus-visible') && change(target)}
      onBlur={() => change(null)}
    >
      {cloneElement(children, { 'aria-describedby': anchor ? id : undefined })}
      {anchor && (
        <Text
          as={Words}
          id={id}
          role="tooltip"
          popover="auto"
          ref={(box: HTMLElement | null) => {
            if (box) showBelow(anchor, box);
          }}
          // Escape and a scroll hide it.
          onToggle={({ newState }: ToggleEvent) => newState === 'closed' && setAnchor(null)}
          path={path}
        />
      )}
    </Explained>
  );
}

/** The distance from the anchor and from the edge of the window, in pixels. */
const gap = 6;

/** Shows the box below the element, or above it where there is no room. */
function showBelow(anchor: Element, box: HTMLElement): void {
  box.togglePopover(true);
  document.addEventListener('scroll', () => box.hidePopover(), { capture: true, once: true });
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const hasRoom = bottom + gap + height <= clientHeight;
  box.style.top = `${hasRoom ? bottom + gap : top - gap - height}px`;
  box.style.left = `${Math.max(gap, Math.min(left, clientWidth - gap - width))}px`;
}

const Explained = styled.span`
  display: contents;
`;

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
  padding: 6px 10px;
  text-align: start;
  width: max-content;
`;
