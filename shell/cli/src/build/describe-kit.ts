import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoaderContext } from '@rspack/core';

const exampleNames = ['looks', 'links', 'texts', 'pictures', 'hints'];

/** Describes each example with its source and its exports, which count for the first example, and all other exports. */
export function describeKit(kit: string) {
  const index = path.join(kit, 'src/index.ts');
  const exported = readExports(readFileSync(index, 'utf8'));
  const names = exported.map(({ name }) => name);
  const exports = exported.map(({ name, from }) => describe(name, from, index, names));
  const examples = exampleNames.map((name) => {
    const code = readFileSync(path.join(kit, `gallery/src/examples/${name}.tsx`), 'utf8');
    return { name, code, shows: [] as typeof exports };
  });
  const others = exports.filter((each) => {
    const example = examples.find(({ code }) => mentions(code, each.name));
    example?.shows.push(each);
    return !example;
  });
  return { examples, others };
}

/** Finds a name except as a property or within a text. */
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
  // The kit does not export the types of properties.
  const types = all.filter(
    (each) =>
      /^(?:interface|type) /.test(each.text) &&
      !exported.includes(each.name) &&
      mentions(declaration, each.name),
  );
  const declarations = [declaration, ...types.map(({ text }) => text)].join('\n\n');
  return { name, comment: own?.comment ?? '', declaration: declarations };
}

/** The declarations of a file, which begin at the left, as the formatter writes them. */
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
      // The body of a function is left out.
      const declaration =
        kind === 'function' || kind === 'class' ? header.trim() : withoutStyles(text);
      return { name, text, isExported: !!isExported, comment: plain(comment), declaration };
    });
}

function readExports(source: string): { name: string; from: string }[] {
  const exports = source.matchAll(/^export (?:type )?\{([^}]*)\} from '(.*)';/gm);
  return [...exports].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter(Boolean)
      .map((name) => ({ name, from })),
  );
}

/** Leaves out styles, which are long. */
const withoutStyles = (text: string) => text.replace(/(?<=styled\.\w+|css)\W.*/s, '');

function plain(comment: string): string {
  return comment.replaceAll(/^[ \t]*\*+ ?|\s+$/gm, '').trim();
}

/** The bundler's loader of the gallery's `kit.ts`. */
export default function fill(this: LoaderContext): string {
  const kit = path.join(this.context ?? '', '../..');
  for (const folder of ['src', 'gallery/src/examples']) {
    for (const file of readdirSync(path.join(kit, folder), { recursive: true }))
      this.addDependency(path.join(kit, folder, String(file)));
  }
  return moduleOf(kit);
}

export function moduleOf(kit: string): string {
  return `export const kit = ${JSON.stringify(describeKit(kit), null, 1)};\n`;
}
