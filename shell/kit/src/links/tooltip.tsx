import { cloneElement, type ReactElement, type ToggleEvent, useId, useRef, useState } from 'react';
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
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  const change = (next: boolean, afterMs = 0) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), afterMs);
  };

  return (
    <Explained
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && change(true, openAfterMs)}
      onPointerLeave={() => change(false, closeAfterMs)}
      onPointerDown={() => change(false)}
      onFocus={({ target }) => target.matches(':focus-visible') && change(true)}
      onBlur={() => change(false)}
    >
      {cloneElement(children, { 'aria-describedby': isOpen ? id : undefined })}
      {isOpen && (
        <Text
          as={Words}
          id={id}
          role="tooltip"
          popover="auto"
          ref={(box: HTMLElement | null) => void box?.togglePopover(true)}
          // Escape hides it.
          onToggle={({ newState }: ToggleEvent) => newState === 'closed' && setOpen(false)}
          path={path}
        />
      )}
    </Explained>
  );
}

const Explained = styled.span`
  display: contents;
`;

/**
 * Below what it explains, or above it where there is no room; only one is open at a time. Forced colours remove the
 * background and show the transparent border.
 */
const Words = styled.span`
  background: ${tokens.text};
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  color: ${tokens.background};
  font-size: 0.875rem;
  font-weight: 400;
  inset: auto;
  line-height: 1.45;
  margin: 6px;
  max-width: min(320px, 90vw);
  overflow: visible;
  padding: 6px 10px;
  position-anchor: --explained;
  position-area: block-end;
  position-try-fallbacks: flip-block;
  text-align: start;
  width: max-content;

  :has(> &:popover-open) > :first-child {
    anchor-name: --explained;
  }
`;
