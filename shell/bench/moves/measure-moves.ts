import type { Browser, Page } from 'playwright';
import { newVisitor, openPage } from '../loads/open-page.ts';
import { fast, type Profile, slow } from '../loads/profiles.ts';
import { timeChange } from './change-probe.ts';
import { type Renders, watchRenders } from './render-probe.ts';

/** What a visitor does on the open page; times in ms. */
export interface Moves {
  /** To a section for the first time, the pointer on its tab 300 ms before the click. */
  toPortfolio: number;
  toContact: number;
  /** To a section that was seen before. */
  back: number;
  language: number;
  /** To a language that was seen before. */
  languageBack: number;
  theme: number;
  /** What the switch of the theme did to the section's tree. */
  themeRenders: number;
  themeMutations: number;
  /** Sum of all layout shifts since the load. */
  shift: number;
}

/** The slow connection and computer, in a window with tabs. */
const profile: Profile = { ...slow, viewport: fast.viewport, deviceScaleFactor: 1 };

/** What a page does by itself once it has nothing to do (prefetching) counts. */
const restMs = 6000;

export async function measureMoves(browser: Browser, url: string): Promise<Moves> {
  const visitor = await newVisitor(browser, profile);
  await visitor.addInitScript(watchRenders);
  try {
    const { page } = await openPage(visitor, profile);
    await page.goto(`${url}/home`);
    await page.waitForTimeout(restMs);
    const theme = await switchTheme(page);
    return {
      ...theme,
      toPortfolio: await moveTo(page, 'Portfolio'),
      toContact: await moveTo(page, 'Contact'),
      back: await moveTo(page, 'Home'),
      language: await switchTo(page, 'Language', 'de'),
      languageBack: await switchTo(page, 'Sprache', 'en'),
      shift: await page.evaluate(() => globalThis.benchSeen.shift),
    };
  } finally {
    await visitor.close();
  }
}

async function moveTo(page: Page, section: string): Promise<number> {
  const tab = page.getByRole('banner').getByRole('link', { name: section });
  await tab.hover();
  await page.waitForTimeout(300);
  const ms = await timeChange(page, 'heading', () => tab.click());
  await page.waitForTimeout(1000);
  return ms;
}

async function switchTo(page: Page, label: string, value: string): Promise<number> {
  const ms = await timeChange(page, 'heading', () => page.getByLabel(label).selectOption(value));
  await page.waitForTimeout(500);
  return ms;
}

/** Also counts what happens below `<main>`: a theme is CSS variables, so nothing should. */
async function switchTheme(page: Page) {
  const before: Renders = await page.evaluate(() => {
    const mutations = new MutationObserver((records) => {
      globalThis.benchMutations += records.length;
    });
    globalThis.benchMutations = 0;
    mutations.observe(document.querySelector('main') as Element, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    return { ...globalThis.benchRenders };
  });
  const select = page.getByLabel('Theme');
  const theme = await timeChange(page, 'theme', () => select.selectOption('light'));
  await page.waitForTimeout(500);
  const [renders, themeMutations] = await page.evaluate(
    () => [globalThis.benchRenders, globalThis.benchMutations] as const,
  );
  return { theme, themeMutations, themeRenders: renders.inSection - before.inSection };
}

declare global {
  var benchMutations: number;
}
