import { Command } from 'commander';

/** Reads the argument of a script, such as `npm run draw --`; handles `--help`. */
export function readArgument(
  script: string,
  does: string,
  argument?: readonly [name: string, what: string],
): string | undefined {
  const command = new Command(script).description(does);
  if (argument) command.argument(...argument);
  return command.parse().args[0];
}
