import type { Engine } from '@portfolio/cli/engines';
import { startBidi } from './with-bidi.ts';
import { startPlaywright } from './with-playwright.ts';
import { startWebDriver } from './with-webdriver.ts';

export interface Size {
  width: number;
  height: number;
}

export type Key =
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'End'
  | 'Enter'
  | 'Escape'
  | 'Home'
  | 'Tab'
  | '+'
  | '0';

/** A window on the site: the little that every way of driving an engine can do. */
export interface Tab {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the body of a function in the page; what it returns has to be JSON. */
  run<T>(body: string): Promise<T>;
  clickAt(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  resize(size: Size): Promise<void>;
  takePicture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser that runs; what its console says is told to `hear`, where the engine tells it. */
export interface RunningEngine {
  openTab(size: Size, hear: (error: string) => void): Promise<Tab>;
  stop(): Promise<void>;
}

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
