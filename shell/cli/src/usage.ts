import { chooseOf, nearest } from '@portfolio/releases/release/errors.ts';
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
    throw new WrongUseError(this.sentence(message.replace(/^error: /, ''), code));
  }

  private sentence(message: string, code: string): string {
    const [word = ''] = this.args;
    const commands = this.createHelp().visibleCommands(this);
    const names = commands.map((command) => command.name());
    // A command that does something by itself, such as `releases`, gets an unknown one as an argument.
    if (code === 'commander.unknownCommand' || (code === 'commander.excessArguments' && names[0]))
      return `There is no "${this.typed(word)}". ${chooseOf(meantBy(word, commands), names)}`;
    const more = this.args[this.registeredArguments.length];
    if (code === 'commander.excessArguments')
      return `"${more}" is one word too many. How it is used: ${this.typed('--help')}`;
    const needed = this.registeredArguments.find((each) => message.endsWith(`'${each.name()}'`));
    if (code === 'commander.missingArgument' && needed)
      return `${this.typed()} needs <${needed.name()}>: ${needed.description}.`;
    const what = message.replace(/\.$/, '').replaceAll('\n', ' ');
    return `${what[0]?.toUpperCase()}${what.slice(1)}. How it is used: ${this.typed('--help')}`;
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
    return [...(this.parent instanceof Usage ? this.parent.path() : []), this.name()];
  }
}

/** The name that is near, or of the command that does what the word says, as "publish" does. */
function meantBy(word: string, commands: readonly Command[]): string {
  const names = commands.map((command) => command.name());
  const does = commands.find((command) => command.description().split(/\W+/).includes(word));
  return nearest(word, names) ?? does?.name() ?? word;
}

/**
 * Reads the argument of a script beside the command line; `--help` says how it is used.
 * @param script as it is typed, such as `npm run draw:icons --`
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
