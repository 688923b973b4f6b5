import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useId,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { styled } from '../styled.ts';

// Loaded late, as most visits show no tooltip.
const Bubble = lazyPart(
  () => import(/* webpackChunkName: "toasts" */ './bubble.tsx').then((m) => m.Bubble),
  () => null,
  3000,
);

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
    if (pointerType === 'touch') return;
    void Bubble.fetch();
    change(currentTarget.firstElementChild, openAfterMs);
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
