import { EnvironmentError } from '@portfolio/api/config.ts';
import { ReleaseRefusedError } from '@portfolio/releases';

/** Something the person at the terminal can put right; its message says how. */
export class WrongUseError extends Error {
  override name = 'WrongUseError';
}

const ours = [EnvironmentError, ReleaseRefusedError, WrongUseError];

/** Runs a command; what a person can mend is said in a sentence, everything else with its trace. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isSentence = ours.some((kind) => error instanceof kind) || isUsage(error);
    console.error(isSentence ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

/** `parseArgs` says itself what is wrong with an option. */
function isUsage(error: unknown): boolean {
  return String((error as { code?: unknown } | undefined)?.code).startsWith('ERR_PARSE_ARGS');
}
