/** Outfit, where it came too late for the page. */
let late: FontFace | undefined;

/**
 * Brings Outfit where it did not come in time. The page keeps its stand-in for it then, for as long as it is
 * open (`font-display: optional`), since what is read must not move: the next change in view takes it on.
 */
export async function fetchLateFont(): Promise<void> {
  const address = document.querySelector<HTMLLinkElement>('link[as=font]')?.href;
  if (!address || isSeen()) return;
  late = await new FontFace('Outfit', `url("${address}")`, { weight: '100 900' }).load();
}

/** Whether the next change in view brings another font. */
export function hasLateFont(): boolean {
  return late !== undefined;
}

/** Changes to Outfit where it came late; within a change that shows no shift. */
export function takeLateFont(): void {
  if (late) document.fonts.add(late);
  late = undefined;
}

/** Whether texts are in Outfit: else these two are as wide. */
function isSeen(): boolean {
  const brush = document.createElement('canvas').getContext('2d');
  const widths = ['Outfit, monospace', 'monospace'].map((font) => {
    if (brush) brush.font = `40px ${font}`;
    return brush?.measureText('Outfit').width;
  });
  return widths[0] !== widths[1];
}
