const gap = 6;
const edge = 8;

/**
 * Puts a fixed box below an element, so that it never covers the line above, which mostly says what the
 * element is; above where there is no room, and within the window.
 */
export function placeBeside(anchor: Element, box: HTMLElement): void {
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  const { width: boxWidth, height: boxHeight } = box.getBoundingClientRect();
  const rightmost = document.documentElement.clientWidth - edge - boxWidth;
  const centred = left + (width - boxWidth) / 2;
  const hasRoom = bottom + gap + boxHeight <= document.documentElement.clientHeight - edge;
  box.style.top = `${hasRoom ? bottom + gap : top - gap - boxHeight}px`;
  box.style.left = `${Math.max(edge, Math.min(centred, rightmost))}px`;
}
