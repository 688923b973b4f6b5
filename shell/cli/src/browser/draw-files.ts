/// <reference lib="dom" />

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readShellParts } from '@portfolio/api/document/shell-parts.ts';
import { createLog } from '@portfolio/api/log.ts';
import { cardFile, wordsIn } from '@portfolio/contract/pages.ts';
import { palette } from '@portfolio/contract/palette.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { type LoadedRelease, loadContent } from '@portfolio/releases/live/loaded-release.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { makeOnce } from '../build/package-cache.ts';
import { ownPackage } from '../own-package.ts';
import type { BrowserSession } from './browser-session.ts';

/** The files of a release that a browser makes. */
export interface FilesToDraw {
  /** The release without the drawn files. */
  built: Release;
  /** Files of pictures by the card that shows them. */
  cardPictures: ReadonlyMap<string, string>;
}

/** A file that is drawn once, and cached by a hash of `madeOf`. */
interface Drawing {
  file: string;
  madeOf: unknown;
  draw: (session: BrowserSession) => Promise<Buffer>;
}

const timeoutMs = 20_000;

/**
 * Draws the card of each post.
 * @param start returns undefined if there is no browser, or it must not be used
 * @returns the files by their paths in the release
 */
export async function drawFiles(
  store: Store,
  { built, cardPictures }: FilesToDraw,
  start: () => Promise<BrowserSession | undefined>,
): Promise<Map<string, Buffer>> {
  const { current, find } = followLiveReleases(store, createLog('silent'));
  const live = await current();
  const drawn = new Map<string, Buffer>();
  // Without a live shell there are no pages.
  if (!live) return drawn;
  const loaded = await loadContent(store, built);
  const findBuilt: typeof find = async (ref) => (ref.id === built.id ? loaded : find(ref));
  const set = await withReleases({ find: findBuilt }, live, [built], [built.name]);
  const drawings = await cardsOf(set, loaded, cardPictures);
  await pLimit(os.availableParallelism()).map(drawings, async ({ file, madeOf, draw }) => {
    const hash = createHash('sha256').update(JSON.stringify(madeOf)).digest('hex').slice(0, 32);
    const content = await makeOnce(`drawings/${hash}${path.extname(file)}`, async () => {
      const session = await start();
      return session && (await draw(session));
    });
    if (content) drawn.set(file, content);
  });
  return drawn;
}

const cardSize = { width: 1200, height: 630 };

interface Card {
  html: string;
  language: string;
  title: string;
  /** The line below the title. */
  from: string;
  /** The address of its picture. */
  picture: string | undefined;
}

/** A card of each post and language has the title and its picture, in the colours and the font of the site. */
async function cardsOf(
  set: LiveSet,
  { name, pages = [] }: LoadedRelease,
  pictures: FilesToDraw['cardPictures'],
): Promise<Drawing[]> {
  const posts = pages.filter(({ minutes }) => minutes);
  if (posts.length === 0) return [];
  const { template, owner } = await readShellParts(set.shell);
  const colours = [...palette(template, 'dark')].map((each) => each.join(':')).join(';');
  const font = (await set.shell.read('resources/outfit.woff2'))?.toString('base64') ?? '';
  const face = `@font-face{font-family:Outfit;font-weight:100 900;src:url(data:font/woff2;base64,${font})}`;
  const card = await readFile(path.join(ownPackage, 'template/card.html'), 'utf8');
  const html = card.replace('<style>', () => `<style>${face}:root{${colours}}`);
  const cards = [...set.texts].flatMap(([language, tree]) =>
    posts.map(async ({ path: page, title }) => {
      const names = [owner?.name, lookUp(tree, `${name}.document.title`)];
      const from = names.filter(Boolean).join(' · ');
      const file = cardFile(page, language);
      const picture = await embedPicture(pictures.get(file));
      const madeOf = { html, language, title: wordsIn(title, language), from, picture };
      const draw = (session: BrowserSession) => drawCard(session, madeOf);
      return { file, madeOf, draw };
    }),
  );
  return Promise.all(cards);
}

async function embedPicture(file: string | undefined): Promise<string | undefined> {
  if (!file) return undefined;
  const picture = sharp(file).autoOrient().resize({ width: 1280, withoutEnlargement: true });
  return `data:image/webp;base64,${(await picture.webp({ quality: 90 }).toBuffer()).toString('base64')}`;
}

async function drawCard(session: BrowserSession, card: Card): Promise<Buffer> {
  using site = session.serve((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(card.html);
  });
  return await session.inspect(site, { viewport: cardSize }, async ({ page }) => {
    await page.goto(site.origin, { timeout: timeoutMs });
    await page.evaluate(writeCard, card);
    return page.screenshot({ type: 'jpeg', quality: 85 });
  });
}

/** Runs in the page: fills in the card, with letters as large as fit without a break within a word. */
async function writeCard({ language, title, from, picture }: Card): Promise<void> {
  document.documentElement.lang = language;
  const [heading, line] = [document.querySelector('h1'), document.querySelector('p')];
  if (!heading || !line) return;
  heading.textContent = title;
  line.textContent = from;
  const image = document.querySelector('img');
  if (image && picture) {
    image.src = picture;
    await image.decode();
  }
  await document.fonts.load('16px Outfit');
  const { style } = heading;
  style.overflowWrap = 'normal';
  const isTooLarge = () => heading.clientHeight > 400 || heading.scrollWidth > heading.clientWidth;
  for (let size = 96; size >= 40; size -= 4) {
    style.fontSize = `${size}px`;
    if (!isTooLarge()) break;
  }
  style.overflowWrap = '';
}
