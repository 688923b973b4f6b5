import { chooseOf } from '@portfolio/releases/release/errors.ts';
import { Command, CommanderError } from 'commander';
import { exitCodeOf, repository, WrongUseError } from './terminal.ts';

/** Commands that are npm scripts of the repository; the others are called by `npm run portfolio`. */
const scripts = ['dev', 'new', 'deploy', 'rollback', 'releases', 'keys', 'messages'];

/** A command that answers wrong use with one sentence instead of its whole help. */
export class Usage extends Command {
  override createCommand(name?: string): Usage {
    return new Usage(name);
  }

  /** @throws WrongUseError */
  override error(message: string, { code = '' } = {}): never {
    const [word = ''] = this.args;
    const names = this.createHelp()
      .visibleCommands(this)
      .map((command) => command.name());
    // A command that does something by itself, such as `releases`, gets an unknown one as an argument.
    if (names.length > 0 && /unknownCommand|excessArguments/.test(code))
      throw new WrongUseError(`There is no "${this.typed(word)}". ${chooseOf(word, names)}`);
    const needed = this.registeredArguments.find((each) => message.endsWith(`'${each.name()}'`));
    if (code === 'commander.missingArgument' && needed)
      throw new WrongUseError(`${this.typed()} needs <${needed.name()}>: ${needed.description}.`);
    const what = message.replace(/^error: |\.$/g, '').replaceAll('\n', ' ');
    throw new WrongUseError(
      `${what[0]?.toUpperCase()}${what.slice(1)}. How it is used: ${this.typed('--help')}`,
    );
  }

  /** This command as a person types it here. */
  private typed(...more: readonly string[]): string {
    const words = [...this.path(), ...more];
    if (!repository || words[0] !== 'portfolio') return words.join(' ');
    const script = scripts.find((name) => name === words[1]) ?? 'portfolio';
    const rest = words.slice(script === 'portfolio' ? 1 : 2);
    return ['npm run', script, ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ');
  }

  private path(): string[] {
    return [...((this.parent as Usage | null)?.path() ?? []), this.name()];
  }
}

/** Reads the one argument of a script, such as `npm run draw:icons --`; `--help` says how it is used. */
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
