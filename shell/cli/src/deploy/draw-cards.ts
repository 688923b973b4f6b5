import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { writeInto } from '../project/manifest.ts';
import { makeOnce } from '../project/package-cache.ts';

const recipe = { width: 1200, height: 630, quality: 85 };

/**
 * Adds the cards of posts to a built release: the picture of a post, in the size that chats show. A post without one
 * has the card of the site.
 * @param pictures files of pictures by the card that shows them
 */
export async function addCards(
  folder: string,
  pictures: ReadonlyMap<string, string>,
): Promise<void> {
  await pLimit(os.availableParallelism()).map(pictures, async ([card, file]) => {
    const picture = await readFile(file);
    const hash = createHash('sha256').update(JSON.stringify([recipe, sharp.versions]));
    const name = hash.update(picture).digest('hex').slice(0, 32);
    const drawn = await makeOnce(`cards/${name}.jpg`, () =>
      sharp(picture).autoOrient().resize(recipe).jpeg(recipe).toBuffer(),
    );
    await writeInto(folder, card, drawn);
  });
}
