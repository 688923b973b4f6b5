import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { inherited, portfolio, type runCommand } from './run-command.ts';

/** As `runCommand`, but in the test's own process, which takes a tenth of the time; one command after the other. */
export const runHere: typeof runCommand = async (environment, words) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  jest.replaceProperty(globalThis, 'console', new Console(stdout, stderr));
  jest.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as never);
  jest.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as never);
  jest.replaceProperty(process, 'env', { ...inherited, ...environment });
  jest.replaceProperty(process, 'argv', [process.execPath, portfolio, ...words]);
  await import(`${portfolio}?${performance.now()}`);
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  jest.restoreAllMocks();
  return { code, says: String((code === 0 ? stdout : stderr).read() ?? '') };
};
