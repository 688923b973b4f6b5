import { parentPort, workerData } from 'node:worker_threads';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const { text, places } = workerData as { text: Uint8Array; places: readonly [number, number][] };

parentPort?.postMessage(linesOf(Buffer.from(text).toString('utf8')));

function linesOf(map: string): { lines: readonly (string | null)[] } | { fault: string } {
  try {
    const trace = new TraceMap(map);
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
