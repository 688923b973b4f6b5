import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeKit } from '../build/describe-kit.ts';

/** The declaration of each export by its name. */
export type KitExports = Record<string, string>;

/** What a check compares: the exports as they were recorded, and as they are. */
interface Kit {
  version: string;
  changelog: string;
  recorded: KitExports;
  exports: KitExports;
  comments: Record<string, string>;
}

export function readKit(folder: string): Kit {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const { examples, others } = describeKit(folder);
  const all = [...examples.flatMap(({ shows }) => shows), ...others];
  all.sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    version: JSON.parse(read('package.json')).version,
    changelog: read('CHANGELOG.md'),
    recorded: JSON.parse(read('exports.json')),
    exports: Object.fromEntries(all.map(({ name, declaration }) => [name, bare(declaration)])),
    comments: Object.fromEntries(all.map(({ name, comment }) => [name, comment])),
  };
}

/** A declaration on one line, without comments and without the value of what says its type. */
function bare(declaration: string): string {
  const words = declaration
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replace(/^(const \w+: .*?) = .*/s, '$1');
  return words.replaceAll(/\s+/g, ' ').trim();
}

const deprecation = /@deprecated since \d+\.\d+\.\d+: .*`\w+`/;

/** Finds changes of the kit that its changelog does not name, and vague deprecations. @returns a sentence for each */
export function faultsOfKit({ version, changelog, recorded, exports, comments }: Kit): string[] {
  const [, latest = ''] = changelog.split(/^(?=## )/m);
  const faults = latest.startsWith(`## ${version}\n`)
    ? []
    : [`CHANGELOG.md has to begin with ## ${version}, the version in package.json.`];
  for (const name of changedExports({ recorded, exports })) {
    const became = exports[name] === undefined ? 'is gone' : 'is another one';
    const how = recorded[name] === undefined ? 'is new' : became;
    if (!latest.includes(`\`${name}\``))
      faults.push(`${name} ${how}: name it in CHANGELOG.md below ## ${version}, as \`${name}\`.`);
  }
  for (const [name, comment] of Object.entries(comments)) {
    if (comment.includes('@deprecated') && !deprecation.test(comment))
      faults.push(
        `${name} is deprecated: say since when and what takes its place, as in "@deprecated since ${version}: use \`Other\`".`,
      );
  }
  return faults;
}

/** The names of exports that are new, gone, or declared in another way than recorded. */
export function changedExports({ recorded, exports }: Pick<Kit, 'recorded' | 'exports'>): string[] {
  const names = new Set([...Object.keys(recorded), ...Object.keys(exports)]);
  return [...names].filter((name) => recorded[name] !== exports[name]);
}
