const gap = 6;
const edge = 8;

/** Puts a fixed box above an element, or below where there is no room, and within the window. */
export function placeBeside(anchor: Element, box: HTMLElement): void {
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  const { width: boxWidth, height: boxHeight } = box.getBoundingClientRect();
  const above = top - gap - boxHeight;
  const rightmost = document.documentElement.clientWidth - edge - boxWidth;
  const centred = left + (width - boxWidth) / 2;
  box.style.top = `${above >= edge ? above : bottom + gap}px`;
  box.style.left = `${Math.max(edge, Math.min(centred, rightmost))}px`;
}
