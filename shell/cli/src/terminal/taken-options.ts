import { WrongUseError } from './terminal.ts';

/** Options that npm reads as its own: an abbreviation of `--token-description`, and `-d -a -y -s`. */
const keptAs: Readonly<Record<string, string>> = { to: 'token_description', days: 'all' };

/**
 * Refuses options that npm kept: without `--` before them npm passes options only as `npm_config_…`, so `npm run
 * deploy home --preview` would go live.
 * @param options those of the command, such as `--skip-browser`
 * @param words the words that npm passed on
 * @throws WrongUseError that says where `--` belongs
 */
export function refuseTakenOptions(
  options: readonly string[],
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): void {
  const { npm_lifecycle_event: script } = env;
  // npx passes on all options behind its command; those before it are its own, such as --yes.
  if (!script || script === 'npx') return;
  const isTyped = (option: string) => words.some((word) => word.split('=')[0] === option);
  const taken = options.filter((option) => isKept(option, env) && !isTyped(option));
  if (taken.length === 0) return;
  throw new WrongUseError(
    `npm kept ${taken.join(' ')} for itself, so nothing was done. Put -- before the options, as in: npm run ${script} -- ${[...words, ...taken].join(' ')}`,
  );
}

/** Whether npm kept the option under its name, or under that of its own option. */
function isKept(option: string, env: NodeJS.ProcessEnv): boolean {
  const name = option.replace(/^-+/, '').replaceAll('-', '_').toLowerCase();
  // The `-y` is part of `--days`.
  if (name === 'yes' && env.npm_config_all) return false;
  return Boolean(env[`npm_config_${name}`] ?? env[`npm_config_${keptAs[name]}`]);
}
