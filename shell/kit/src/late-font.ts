/** The font Outfit, if it was loaded too late for the page. */
let late: FontFace | undefined;

/**
 * Loads Outfit if it did not arrive in time. The page then keeps the fallback font (`font-display:
 * optional`), so that nothing shifts; the next view transition applies Outfit.
 */
export async function fetchLateFont(): Promise<void> {
  const address = document.querySelector<HTMLLinkElement>('link[as=font]')?.href;
  if (!address || isApplied()) return;
  late = await new FontFace('Outfit', `url("${address}")`, { weight: '100 900' }).load();
}

/** Whether the next view transition changes the font. */
export function hasLateFont(): boolean {
  return late !== undefined;
}

/** Applies a late Outfit; call it in a change that hides the shift. */
export function applyLateFont(): void {
  if (late) document.fonts.add(late);
  late = undefined;
}

/** Without Outfit, both texts have the same width. */
function isApplied(): boolean {
  const brush = document.createElement('canvas').getContext('2d');
  const widths = ['Outfit, monospace', 'monospace'].map((font) => {
    if (brush) brush.font = `40px ${font}`;
    return brush?.measureText('Outfit').width;
  });
  return widths[0] !== widths[1];
}
