import { WrongUseError } from './terminal.ts';

/** Options that npm reads as its own: an abbreviation of `--token-description`, and `-d -a -y -s`. */
const keptAs: Readonly<Record<string, string>> = { to: 'token_description', days: 'all' };

/**
 * Refuses options that npm kept: without `--` before them npm passes options only as `npm_config_…`, so `npm run
 * deploy home --preview` would go live.
 * @param options those of the script, such as `--skip-browser`; those with a value end with `=`
 * @param words the words that npm passed on; values of kept options are last
 * @throws WrongUseError with the line to type
 */
export function refuseTakenOptions(
  options: readonly string[],
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): void {
  const script = env.npm_lifecycle_event?.replace(/^pre/, '');
  // npx passes on all options behind its command; those before it are its own, such as --yes.
  if (!script || script === 'npx') return;
  const left = [...words];
  const taken = [...new Set(options)].flatMap((option) => {
    const flag = option.replace(/=$/, '');
    const value = valueKept(flag, env);
    if (!value || words.some((word) => word.split('=')[0] === flag)) return [];
    if (value !== 'true') return [`${flag}=${value}`];
    const behind = option.endsWith('=') ? left.pop() : undefined;
    return behind === undefined ? [flag] : [flag, behind];
  });
  if (taken.length === 0) return;
  throw new WrongUseError(
    `npm kept ${taken.filter((word) => word.startsWith('-')).join(' ')} for itself, so nothing was done. Type: npm run ${script} -- ${[...left, ...taken].join(' ')}`,
  );
}

/** The value that npm kept under the option's name, or under that of its own option. */
function valueKept(flag: string, env: NodeJS.ProcessEnv): string | undefined {
  const name = flag.replace(/^-+/, '').replaceAll('-', '_').toLowerCase();
  // The `-y` is part of `--days`.
  if (name === 'yes' && env.npm_config_all) return undefined;
  return env[`npm_config_${name}`] ?? env[`npm_config_${keptAs[name]}`];
}
