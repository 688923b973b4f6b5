import type { Engine } from '@portfolio/cli/browser';
import type { RunningEngine } from './tab.ts';
import { startBidi } from './with-bidi.ts';
import { startPlaywright } from './with-playwright.ts';
import { startWebDriver } from './with-webdriver.ts';

/** Starts a browser of an engine: it prefers English and the dark, and has never been anywhere. */
export function startEngine(engine: Engine): Promise<RunningEngine> {
  switch (engine.drivenBy) {
    case 'playwright':
      return startPlaywright(engine);
    case 'bidi':
      return startBidi(engine);
    case 'webdriver':
      return startWebDriver(engine);
  }
}
