import { browserOptions } from '@portfolio/cli/browser';
import { type CDPSession, chromium, type Page } from 'playwright';
import { newVisitor, openPage } from '../loads/open-page.ts';
import { fast } from '../loads/profiles.ts';

/** What a page holds after the garbage is collected. */
interface Memory {
  heapBytes: number;
  nodes: number;
  listeners: number;
}

const sections = ['Portfolio', 'Contact', 'Home'];

interface Plan {
  /** The first rounds warm up: what is made once and then kept is no growth. */
  warmUps: number;
  rounds: number;
}

/** What stayed behind after so many moves from one section to another. */
export interface Growth {
  moves: number;
  before: Memory;
  after: Memory;
}

/**
 * Goes to and fro between the sections and looks at what stays behind. In a browser that compiles
 * nothing: what V8 learns of often run code grows for hundreds of moves, with a page that keeps nothing.
 */
export async function measureMemory(url: string, { warmUps, rounds }: Plan): Promise<Growth> {
  const { args = [], ...options } = browserOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...args, '--js-flags=--jitless --no-flush-bytecode'],
  });
  const visitor = await newVisitor(browser, fast);
  try {
    const { page, devtools } = await openPage(visitor, fast);
    await devtools.send('Performance.enable');
    await page.goto(`${url}/home`);
    await goRound(page, warmUps);
    const before = await readMemory(devtools);
    await goRound(page, rounds);
    return { moves: rounds * sections.length, before, after: await readMemory(devtools) };
  } finally {
    await browser.close();
  }
}

async function goRound(page: Page, times: number): Promise<void> {
  for (const section of Array.from({ length: times }, () => sections).flat()) {
    await page.getByRole('banner').getByRole('link', { name: section }).click();
    await page.waitForURL(`**/${section.toLowerCase()}`);
    await page.locator('h1').waitFor();
    await page.waitForTimeout(30);
  }
}

async function readMemory(devtools: CDPSession): Promise<Memory> {
  for (let turn = 0; turn < 3; turn += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    heapBytes: value('JSHeapUsedSize'),
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  };
}
