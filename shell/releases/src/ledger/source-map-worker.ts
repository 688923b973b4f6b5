import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { answerWork } from '../folder/in-worker.ts';

interface Work {
  text: Uint8Array;
  places: readonly [line: number, column: number][];
}

answerWork(linesOf);

function linesOf({ text, places }: Work): { lines: (string | null)[] } | { fault: string } {
  try {
    const trace = new TraceMap(Buffer.from(text).toString('utf8'));
    const lines = places.map(([line, column]) => {
      // Browsers count columns from one.
      const found = originalPositionFor(trace, { line, column: Math.max(0, column - 1) });
      return typeof found.source === 'string' ? `${found.source}:${found.line}` : null;
    });
    return { lines };
  } catch {
    return { fault: 'is no source map' };
  }
}
