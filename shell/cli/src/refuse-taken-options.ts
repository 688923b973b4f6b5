import { refuseTakenOptions } from './terminal/taken-options.ts';
import { exitCodeOf } from './terminal/terminal.ts';

/** Runs before a script of npm that starts another program, with the options of that. */
try {
  refuseTakenOptions(process.argv.slice(2), [], process.env);
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
