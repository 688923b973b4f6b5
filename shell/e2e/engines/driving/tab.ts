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
