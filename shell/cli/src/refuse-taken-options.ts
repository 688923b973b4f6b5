import { refuseTakenOptions } from './terminal/taken-options.ts';
import { exitCodeOf } from './terminal/terminal.ts';

/** Runs before npm scripts that start other programs, with the options of these. */
try {
  refuseTakenOptions(process.argv.slice(2), [], process.env);
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
