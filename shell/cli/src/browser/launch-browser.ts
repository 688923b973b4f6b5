import { refuse } from '@portfolio/releases/release/errors.ts';
import { type Browser, chromium } from 'playwright';
import { browserOptions } from './find-browser.ts';

/** @throws NoLookError */
export async function startBrowser(ref: string): Promise<Browser> {
  return chromium.launch(browserOptions()).catch((error: Error) => {
    throw refuse.noStart(ref, nameOfBrowser(), error.message.split('\n')[0] ?? '');
  });
}

/**
 * Looks with a browser that may crash, as a whole or in one of its tabs: at a font that it lacks, or
 * where memory ends. What it showed by then says nothing of the release.
 * @throws NoLookError, and whatever the look itself throws
 */
export async function whileItRuns(
  browser: Browser,
  ref: string,
  look: () => Promise<void>,
): Promise<void> {
  const crashed = refuse.crashed(ref, nameOfBrowser());
  let isOver = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    isOver = () => reject(crashed);
  });
  browser.once('disconnected', isOver);
  try {
    if (!browser.isConnected()) throw crashed;
    await Promise.race([look(), gone]);
  } catch (error) {
    const isCrash = /crashed|has been closed/.test((error as Error).message);
    throw !browser.isConnected() || isCrash ? crashed : error;
  } finally {
    browser.off('disconnected', isOver);
  }
}

function nameOfBrowser(): string {
  return String(browserOptions().executablePath ?? chromium.executablePath());
}
