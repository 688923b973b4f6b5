import { chooseOf } from '@portfolio/releases/release/nearest.ts';
import { Command, CommanderError } from 'commander';
import { exitCodeOf, WrongUseError } from './exit-code.ts';

/** A command that answers wrong use with one sentence instead of its whole help. */
export class Usage extends Command {
  override createCommand(name?: string): Usage {
    return new Usage(name);
  }

  /** @throws WrongUseError */
  override error(message: string, { code = '' } = {}): never {
    throw new WrongUseError(this.sentence(message.replace(/^error: /, ''), code));
  }

  private sentence(message: string, code: string): string {
    const [word = ''] = this.args;
    const names = this.createHelp()
      .visibleCommands(this)
      .map((command) => command.name());
    // A command that does something by itself, such as `releases`, gets an unknown one as an argument.
    if (code === 'commander.unknownCommand' || (code === 'commander.excessArguments' && names[0]))
      return `There is no "${this.path()} ${word}". ${chooseOf(word, names)}`;
    const needed = this.registeredArguments.find((each) => message.endsWith(`'${each.name()}'`));
    if (code === 'commander.missingArgument' && needed)
      return `${this.path()} needs <${needed.name()}>: ${needed.description}.`;
    const what = message.replace(/\.$/, '').replaceAll('\n', ' ');
    return `${what[0]?.toUpperCase()}${what.slice(1)}. How it is used: ${this.path()} --help`;
  }

  private path(): string {
    return this.parent instanceof Usage ? `${this.parent.path()} ${this.name()}` : this.name();
  }
}

/**
 * Reads the argument of a script beside the command line; `--help` says how it is used.
 * @param script as it is typed, such as `npm run draw:icons`
 * @param argument the one argument it takes, such as `[folder]`, and what that is
 */
export function readArgument(
  script: string,
  does: string,
  argument?: readonly [name: string, what: string],
): string | undefined {
  const command = new Usage(script).description(does).exitOverride();
  if (argument) command.argument(...argument);
  try {
    return command.parse().args[0];
  } catch (error) {
    if (!(error instanceof CommanderError || error instanceof WrongUseError)) throw error;
    process.exit(exitCodeOf(error));
  }
}
