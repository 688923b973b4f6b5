import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoaderContext } from '@rspack/core';

/** A declaration at the top of a file. */
type Declaration = ReturnType<typeof declarationsIn>[number];

/** Parts that the gallery shows beside each other, in this order. */
const groups = ['looks', 'links', 'texts', 'pictures', 'site'];

/** Each example with its lines and the exports that are seen there first, then the exports that have none. */
export function describeKit(kit: string) {
  const index = path.join(kit, 'src/index.ts');
  const handedOn = namesFrom('export', readFileSync(index, 'utf8'));
  const names = handedOn.map(({ name }) => name);
  const exports = handedOn.map(({ name, from }) => describe(name, from, index, names));
  const described = groups.map((name) => {
    const source = readFileSync(path.join(kit, `gallery/src/examples/${name}.tsx`), 'utf8');
    const own = declarationsIn(source).filter((each) => each.isExported);
    return { name, examples: own.map((each) => exampleOf(each, source)) };
  });
  // Each is explained in the example of its name, such as Texts, or else in the first that uses it.
  const examples = described.flatMap((group) => group.examples);
  const others = exports.filter((each) => {
    const place =
      examples.find(({ name }) => name === `${each.name}s`) ??
      examples.find(({ code }) => mentions(code, each.name));
    place?.shows.push(each);
    return !place;
  });
  return { groups: described, others };
}

function exampleOf(own: Declaration, source: string) {
  const all = declarationsIn(source);
  const needed = all.filter((each) => isNeeded(each, own, all));
  const code = needed.map((each) => each.text).join('\n\n');
  const used = namesFrom('import', source).filter((each) => mentions(code, each.name));
  const imports = Object.entries(Object.groupBy(used, ({ from }) => from)).map(
    ([from, names = []]) =>
      `import { ${names.map((each) => each.as).join(', ')} } from '${from}';\n`,
  );
  const shows: ReturnType<typeof describe>[] = [];
  return { name: own.name, code: `${imports.join('')}\n${code}`, shows };
}

/** Whether a statement is the one to copy, or one that it needs. */
function isNeeded(each: Declaration, by: Declaration, all: readonly Declaration[]): boolean {
  if (each.name === by.name) return true;
  const used = all.filter((other) => other.name !== by.name && mentions(by.text, other.name));
  return used.some((other) => isNeeded(each, other, all));
}

/** Not as a property, nor within a text. */
const mentions = (code: string, name: string) =>
  new RegExp(`(?<![\\w'"/-]|(?<!\\.\\.)\\.)${name}\\b`).test(code);

function describe(name: string, from: string, index: string, exported: readonly string[]) {
  const file = from.startsWith('.')
    ? path.join(path.dirname(index), from)
    : from.replace(/^@portfolio\/contract/, path.join(index, '../../../contract/src'));
  if (!path.isAbsolute(file)) return { name, comment: from, declaration: '' };
  const all = declarationsIn(readFileSync(file, 'utf8'));
  const own = all.find((each) => each.isExported && each.name === name);
  const declaration = own?.declaration ?? '';
  // Its properties stand in a type that is no export of the kit.
  const types = all.filter(
    (each) =>
      /^(?:interface|type) /.test(each.text) &&
      !exported.includes(each.name) &&
      mentions(declaration, each.name),
  );
  const declarations = [declaration, ...types.map(({ text }) => text)].join('\n\n');
  return { name, comment: own?.comment ?? '', declaration: declarations };
}

/** The declarations of a file: as sources are formatted, each begins at the left. */
function declarationsIn(source: string) {
  return source
    .split(/(?<!\*\/)\n+(?=\/\*\*|\/\/|(?:export|async|function|const|let|type|interface|class) )/)
    .flatMap((block) => {
      const [, comment = '', code = block] = /^\/\*\*(.*?)\*\/\n(.*)$/s.exec(block) ?? [];
      const [, isExported, kind, name] =
        /^(export )?(?:async )?(function|const|type|interface|class) (\w+)/.exec(code) ?? [];
      if (!name) return [];
      const text = code.trim().replace(/^export /, '');
      const [header = ''] = /^.*?^\S[^\n]*(?<!:) (?=\{$)/ms.exec(text) ?? [];
      // Without what a function does.
      const declaration =
        kind === 'function' || kind === 'class' ? header.trim() : withoutStyles(text);
      return { name, text, isExported: !!isExported, comment: plain(comment), declaration };
    });
}

/** The names that a file imports, or that it hands on: each also as it stands there, such as `type Theme`. */
function namesFrom(how: 'import' | 'export', source: string) {
  const all = source.matchAll(new RegExp(`^${how} (type )?\\{([^}]*)\\} from '(.*)';`, 'gm'));
  return [...all].flatMap(([, type = '', names = '', from = '']) =>
    names
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
      .map((as) => ({ name: as.replace(/^type /, ''), as: type + as, from })),
  );
}

/** Only what is styled; the styles are long. */
const withoutStyles = (text: string) => text.replace(/(?<=styled\.\w+|css)\W.*/s, '');

/** A comment without its stars. */
function plain(comment: string): string {
  return comment.replaceAll(/^[ \t]*\*+ ?|\s+$/gm, '').trim();
}

/** Fills the gallery's `kit.ts`, for the bundler. */
export default function fill(this: LoaderContext): string {
  const kit = path.join(this.context ?? '', '../..');
  for (const folder of ['src', 'gallery/src/examples'])
    for (const file of readdirSync(path.join(kit, folder), { recursive: true }))
      this.addDependency(path.join(kit, folder, String(file)));
  return moduleOf(kit);
}

/** The module that the gallery imports, as it is packed. */
export function moduleOf(kit: string): string {
  return `export const kit = ${JSON.stringify(describeKit(kit), null, 1)};\n`;
}
