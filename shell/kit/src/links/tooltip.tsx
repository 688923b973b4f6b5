import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useId,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { Bubble } from './bubble.tsx';

interface Props {
  /** The key path of the tooltip's text. */
  path: string;
  /** A link or a button; it stays the same element, so it never loses the focus. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}

const openAfterMs = 300;
/** Long enough to get from the link into its tooltip, which then stays. */
const closeAfterMs = 120;

/** Explains a link or a button on hover and focus; Escape or a click takes it away. */
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
