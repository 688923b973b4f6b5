import { owner } from '@portfolio/kit';
import type { Stroke } from './pig-code.ts';
import { drawPig, places } from './pig-drawing.ts';

const [width, height] = [1200, 630];

/**
 * Draws a picture of the pig to keep and share, 1200 by 630 pixels, with the words in their lines.
 * @throws when the browser cannot export its canvas
 */
export async function drawPigCard(
  pig: readonly Stroke[],
  { address, words, name }: Record<'address' | 'words' | 'name', string>,
): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const font = (weight: number, size: number) =>
    `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;

  context.fillStyle = token('background');
  context.fillRect(0, 0, width, height);
  const glow = context.createRadialGradient(892, 320, 0, 892, 320, 420);
  glow.addColorStop(0, token('primary'));
  glow.addColorStop(1, token('background'));
  context.globalAlpha = 0.4;
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
  drawFigure(context, pig);

  context.fillStyle = token('text');
  context.font = font(500, 44);
  context.fillText(owner.name, 84, 150, 480);
  context.fillStyle = token('primary');
  context.fillRect(84, 182, 64, 5);
  context.fillStyle = token('accent');
  context.font = font(650, 76);
  for (const [index, line] of words.split('\n').entries())
    context.fillText(line, 84, 290 + index * 84, 500);
  context.fillStyle = token('text-soft');
  context.font = font(400, 30);
  context.fillText(address.replace(/^https?:\/\//, ''), 84, 560, 640);

  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser cannot export its canvas');
  return new File([blob], `${name}.png`, { type: 'image/png' });
}

function drawFigure(context: CanvasRenderingContext2D, pig: readonly Stroke[]): void {
  Object.assign(context, { lineCap: 'round', lineJoin: 'round' });
  const figure = new DOMMatrix([0.88, 0, 0, 0.88, 610, 40]);
  for (const { d, fill, stroke, width: line = 0, place } of drawPig(pig)) {
    const copy = place && new DOMMatrix([...places[place]]);
    context.setTransform(copy ? figure.multiply(copy) : figure);
    const path = new Path2D(d);
    if (fill) {
      context.fillStyle = fill;
      context.fill(path);
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = line;
      context.stroke(path);
    }
  }
  context.resetTransform();
}
