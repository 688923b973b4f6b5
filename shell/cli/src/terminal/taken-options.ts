import { WrongUseError } from './terminal.ts';

/** What npm takes for one of its own: an abbreviation of `--token-description`, and `-d -a -y -s`. */
const keptAs: Readonly<Record<string, string>> = { to: 'token_description', days: 'all' };

/**
 * Options without `--` before them are kept by npm, which hands them on as `npm_config_…` and says so in a
 * warning at most: `npm run deploy home --preview` would go live.
 * @param options those of the script, such as `--skip-browser`; those with a value end with `=`
 * @param words what npm did hand on, with values of such options behind them
 * @throws WrongUseError with the line to type
 */
export function refuseTakenOptions(
  options: readonly string[],
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): void {
  const script = env.npm_lifecycle_event?.replace(/^pre/, '');
  // What stands behind the command of npx is the command's; what stands before it, such as --yes, is not.
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

/** Under its own name, or under that of an option of npm. */
function valueKept(flag: string, env: NodeJS.ProcessEnv): string | undefined {
  const name = flag.replace(/^-+/, '').replaceAll('-', '_').toLowerCase();
  // Only a part of --days.
  if (name === 'yes' && env.npm_config_all) return undefined;
  return env[`npm_config_${name}`] ?? env[`npm_config_${keptAs[name]}`];
}
