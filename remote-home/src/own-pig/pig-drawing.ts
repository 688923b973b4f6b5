import { type Stroke, strokeCount } from './pig-code.ts';

/** A path of the drawing, which is 640 by 640, for SVG and canvas. */
export interface Shape {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  /** A copy's position: mirrored at the axis of the head, or shifted by the distance of the eyes. */
  place?: CopyPlace | undefined;
}

/** Matrices for SVG and canvas. The axis of the head is slightly tilted. */
export const places = {
  mirrored: [-0.962, 0.273, 0.273, 0.962, 519.9, -72.5],
  shifted: [1, 0, 0, 1, 165, -23],
} as const;
export type CopyPlace = keyof typeof places;

/** Facets with their lightness in percent, lit from the top left. */
const body =
  '53M415 484l27 75-32 15z|58M415 484l-5 90-33-72z|64M377 502l33 72-27 12zM377 502l6 84-38-70z|33M444 558l7 28-28 13-13-25z|40M410 574l13 25-26 11-16-23z|87M394 383l111-63 17 26z|84M394 383l128-37-108 69z|42M414 415l108-69 13 22z|46M414 415l121-47-105 73z|54M504 318l40-20 15 23-37 25z|23M522 346l37-25 13 21-36 28z|66M344 329l90 55-59-8z|60M375 376l59 8-20 52zM317 525l-63-39 51-9zM261 541l-56-86 49 31z|64M375 376l39 60-50-13z|73M333 405l42-29-11 47z|42M434 384l10 100-30-48z|36M414 436l30 48-55 18zM444 484l-77 70 22-52zM389 502l-22 52-50-29z|48M414 436l-25 66-21-44z|62M364 423l50 13-46 22z|52M389 502l-72 23 24-44zM368 458l21 44-48-21zM317 525l-56 16-7-55z|38M367 554l-106-13 56-16z|53M341 481l-24 44-12-48z|77M254 486l-49-31 41-39zM300 367l44-38 31 47z|75M254 486l-8-70 40 32z|70M305 477l-51 9 32-38z|80M205 455l37-94 4 55zM286 448l-40-32 53 0zM242 361l102-32-44 38zM300 367l75 9-42 29zM299 416l1-49 33 38z|82M246 416l-4-55 58 6z|84M246 416l54-49-1 49z|71M333 405l31 18 4 35-27 23-36-4-19-29 13-32z|50M326 524l-38 66-31-15z|53M326 524l-69 51 32-69zM257 575l-10 24-26-12 7-26z|84M289 506l-32 69-27-13z|82M289 506l-59 56 28-70z|26M291 591l-16 22-28-14 10-24z|46M244 449l-71 52-19-23z|48M244 449l-90 29 68-56z|87M222 422l-68 56-16-19zM222 422l-84 37 66-60z|24M175 503l-26 17-18-21 23-21z|54M154 478l-23 21-16-19 22-23z';
const head =
  '82M277 86l91-5-84 54zM111 190l56 69 41-90z|84M277 86l-90 21 97 28z|80M368 81l-2 66-82-12z|87M187 107l21 62 76-34zM187 107l-76 83 97-21z|73M368 81l97 60-99 6zM167 259l64 45 64-86z|66M465 141l-35 81-64-75zM295 218l86 65-70 44zM198 343l72 48-39-87z|60M465 141l40 97-75-16z|78M111 190l-12 106 68-37zM284 135l82 12-71 71zM284 135l-76 34 87 49z|53M505 238l-82 73 7-89zM367 377l-48 10-8-60 70-44z|70M99 296l99 47-31-84zM295 218l-64 86 80 23z|44M505 238l-27 108-55-35zM254 443l72-3-7-53-49 4z|64M99 296l56 95 43-48z|40M478 346l-111 31 56-66z|55M155 391l115 0-72-48z|36M478 346l-81 77-30-46z|50M155 391l99 52 16-52z|38M397 423l-71 17-7-53 48-10z|71M366 147l64 75-135-4z|77M208 169l-41 90 128-41z|68M430 222l-49 61-86-65z|58M430 222l-7 89-42-28zM270 391l49-4-8-60-80-23z|75M167 259l31 84 33-39z|62M423 311l-56 66 14-94z';
const snout =
  '84M225 320l21-45 15 13-15 31zM246 275l113-16-11 17-87 12z|62M359 259l32 38-21 5-22-26zM259 369l-34-49 21-1 24 33z|40M391 297l-19 56-16-13 14-38zM372 353l-113 16 11-17 86-12z|81M246 319l15-31 87-12 22 26-14 38-86 12z|86M246 319l15-31 87-12-54 73z|39M291 299l-11 0-5 18 10 18 11-2 3-18zM321 295l11-3 10 15-5 20-11 2-8-16z';

/** The left ear: paths behind the head, and paths over it. */
const ears = [
  // Pointed.
  ['73M118 212l-42-174 82 130z|64M158 168l-82-130 128 74z', ''],
  // Folded.
  [
    '58M204 128L158 62 113 157zM64 146L102 231 152 189z|53M158 62L64 146 139 190z',
    '84M162 57L60 118 128 134z|64M162 57L128 134 98 235z|60M128 134L60 118 98 235z',
  ],
  // Round.
  [
    '73M116 214L66 168 60 106z|78M116 214L60 106 98 58z|70M116 214L98 58 152 56z|64M116 214L152 56 200 98z|58M116 214L200 98 206 168z|36M124 190L98 118 150 96 186 150z',
    '',
  ],
  // Long.
  [
    '73M118 212L88 92 112 10z|64M118 212L112 10 152 66 206 168z|38M132 190L118 66 146 96 176 168z',
    '',
  ],
] as const;

const tails = [
  'M420 480c50 8 98-4 96-40-2-28-46-28-46 2 0 36 66 44 100 4',
  'M420 484c70 20 60-70 96-62s30 60 74 10',
  'M420 482l58-34-6 44 54-40-6 44 62-42',
  'M420 484c30 6 52-4 60-26',
] as const;

/** Mouth and tongue of a laugh, a smile, a gasp and a smirk. */
const mouths = [
  [
    'M252 374Q323 387 386 344Q384 413 332 422Q279 428 252 374z',
    'M290 411Q322 379 366 394Q354 419 332 422Q309 425 290 411z',
  ],
  ['M252 378Q325 430 386 350Q336 402 252 378z', ''],
  [
    'M290 394Q288 368 324 364Q360 362 360 386Q358 422 326 426Q294 426 290 394z',
    'M304 410Q324 394 348 406Q340 422 326 424Q312 424 304 410z',
  ],
  ['M262 392Q340 414 392 338Q386 412 330 414Q290 412 262 392z', ''],
] as const;

/** On the ground, as that of the mascot. */
const shadows: readonly Shape[] = [
  { d: 'M120 600a200 22 0 1 0 400 0a200 22 0 1 0 -400 0z', fill: 'rgb(196 34 236 / 22%)' },
  { d: 'M184 598a132 13 0 1 0 264 0a132 13 0 1 0 -264 0z', fill: 'rgb(90 10 53 / 45%)' },
];

const eye = 'M190 248a25 30 -8 1 0 50-6a25 30 -8 1 0 -50 6z';
const iris = 'M201 258a15 13 -8 1 0 30-4a15 13 -8 1 0 -30 4z';
const shine = 'M196 235a9 9 0 1 0 18 0a9 9 0 1 0 -18 0zM219 251a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z';
const freckles =
  'M150 320a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM172 334a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM176 308a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z';

/** Curves of a brow, from its outer end to its inner one. */
const brows = [
  'M178 200Q200 180 232 189',
  'M176 188Q202 174 234 206',
  'M180 212Q198 186 232 182',
  'M178 196L232 196',
] as const;

/**
 * Draws from back to front. The strokes decide ears, brow, colour (two), tail and mouth; parts whose stroke is not
 * made yet are missing, and the colour is dull.
 */
export function drawPig(strokes: readonly Stroke[]): Shape[] {
  const [leftEar = 0, rightEar = 0, brow = 0, hue = 0, shade = 0, tail = 0, mouth = 0] = strokes;
  const paint = painter(hue * 2 + (shade % 2), strokes.length < 5 ? 0.4 : 1);
  const dark = paint(27);
  const facets = (words: string, place?: CopyPlace): Shape[] =>
    words
      .split('|')
      .filter(Boolean)
      .map((facet) => ({
        d: facet.slice(2),
        fill: paint(Number(facet.slice(0, 2))),
        stroke: 'rgb(255 255 255 / 22%)',
        width: 2,
        place,
      }));
  const filled = (d: string, lightness: number): Shape => ({ d, fill: paint(lightness) });
  const onBothSides = (shape: Shape): Shape[] => [shape, { ...shape, place: 'mirrored' }];
  const [behindLeft, overLeft] = ears[leftEar >> 1] ?? ears[0];
  const [behindRight, overRight] = ears[rightEar >> 1] ?? ears[0];
  const [lips, tongue] = mouths[mouth >> 1] ?? mouths[0];
  const curl = { d: tails[tail >> 1] ?? tails[0] };
  const light = { d: shine, fill: '#fff' };
  const line = { d: brows[brow % 4] ?? brows[0], stroke: dark, width: brow < 4 ? 11 : 20 };
  const parts: [from: number, readonly Shape[]][] = [
    [strokeCount, shadows],
    [6, [{ ...curl, stroke: paint(46), width: 19 }]],
    [6, [{ ...curl, stroke: paint(68), width: 10 }]],
    [0, facets(body)],
    [1, facets(behindLeft)],
    [2, facets(behindRight, 'mirrored')],
    [0, facets(head)],
    [1, facets(overLeft)],
    [2, facets(overRight, 'mirrored')],
    [7, [filled(lips, 25), filled(tongue, 74)]],
    [7, mouth % 2 ? onBothSides(filled(freckles, 48)) : []],
    [0, facets(snout)],
    [0, onBothSides({ d: eye, fill: '#2b0618' })],
    [5, onBothSides(filled(iris, 48))],
    // The light comes from the left on both sides.
    [0, [light, { ...light, place: 'shifted' }]],
    [3, onBothSides(line)],
  ];
  return parts.flatMap(([from, shapes]) => (strokes.length < from ? [] : shapes));
}

/** A colour by its lightness in percent, with the largest possible chroma times `share`. */
function painter(hue: number, share: number): (lightness: number) => string {
  return (lightness) => {
    const light = lightness / 100;
    const chroma = Math.min(0.35 * light, 0.206, 0.206 - (light - 0.66) * 0.55) * share;
    return `oklch(${light} ${chroma.toFixed(3)} ${354 + hue * 22.5})`;
  };
}
