import { Command, CommanderError } from 'commander';

/**
 * Reads what a script beside the command line is told; `--help` says how it is used, and so does what it
 * does not take.
 * @param script as it is typed, such as `npm run draw:icons`
 * @param argument the one thing it may be told, such as `[folder]`, and what that is
 */
export function readArgument(
  script: string,
  does: string,
  argument?: readonly [name: string, what: string],
): string | undefined {
  const command = new Command(script).description(does).showHelpAfterError().exitOverride();
  if (argument) command.argument(...argument);
  try {
    return command.parse().args[0];
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : 2);
  }
}
