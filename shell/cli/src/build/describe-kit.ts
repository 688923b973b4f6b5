import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoaderContext } from '@rspack/core';
import { builtinImporters, type Documentation, type FileState, parse } from 'react-docgen';

/** A statement at the top of a file. */
interface Statement {
  names: string[];
  text: string;
  isExported: boolean;
  /** Where it imports or hands on its names from. */
  from?: string | undefined;
  /** The names as they are imported, such as `type Theme`. */
  imported: string[];
  comment: string;
  /** Without what a function does. */
  declaration: string;
}

/** Parts that the gallery shows beside each other, in this order. */
const groups = ['layout', 'links', 'texts', 'pictures', 'messages', 'site'];

/**
 * What the gallery shows: each example with the lines to copy and the names that are seen there first,
 * and for each export of the kit its comment, its declaration and its properties.
 * @param kit the folder of the kit
 */
export function describeKit(kit: string) {
  const exports = exportsOf(path.join(kit, 'src/index.ts'));
  const all = groups.map((name) => {
    const { statements } = read(path.join(kit, `gallery/src/examples/${name}.tsx`));
    const own = statements.filter((each) => each.isExported);
    return { name, examples: own.map((each) => exampleOf(each, statements)) };
  });
  // Each is explained in the example of its name, such as Texts, or else in the first that uses it.
  const uses = all.flatMap(({ examples }) => examples);
  const placeOf = (name: string) =>
    uses.find((each) => each.name === `${name}s`) ?? uses.find((each) => each.uses.includes(name));
  for (const name of Object.keys(exports)) placeOf(name)?.shows.push(name);
  return { groups: all, exports };
}

type Exports = Record<string, ReturnType<typeof describe>>;

function exampleOf(own: Statement, all: readonly Statement[]) {
  const needed = all.filter((each) => !each.imported[0] && isNeeded(each, own, all));
  const code = needed.map(({ text }) => text).join('\n\n');
  const imports = all.flatMap(({ from, imported, names }) => {
    const used = imported.filter((_, at) => mentions(code, names[at] ?? ''));
    return used.length > 0 ? `import { ${used.join(', ')} } from '${from}';\n` : [];
  });
  const ofKit = all.find(({ from, imported }) => imported[0] && from === '@portfolio/kit');
  const uses = (ofKit?.names ?? []).filter((name) => mentions(code, name));
  return {
    name: own.names[0] ?? '',
    code: `${imports.join('')}\n${code}`,
    uses,
    shows: [] as string[],
  };
}

/** Whether a statement is the one to copy, or one that it needs. */
function isNeeded(each: Statement, by: Statement, all: readonly Statement[]): boolean {
  if (each === by) return true;
  const used = all.filter((other) => other !== by && other.names.some((n) => mentions(by.text, n)));
  return used.some((other) => isNeeded(each, other, all));
}

/** Not as a property, nor within a text. */
const mentions = (code: string, name: string) =>
  new RegExp(`(?<![\\w'"/-]|(?<!\\.\\.)\\.)${name}\\b`).test(code);

function exportsOf(index: string): Exports {
  const handedOn = read(index).statements.flatMap(({ names, from = '' }) =>
    names.map((name) => [name, describe(name, from, index)] as const),
  );
  return Object.fromEntries(handedOn);
}

function describe(name: string, from: string, index: string) {
  const file = from.startsWith('.')
    ? path.join(path.dirname(index), from)
    : from.replace(/^@portfolio\/contract/, path.join(index, '../../../contract/src'));
  if (!path.isAbsolute(file)) return { from, comment: '', declaration: '', properties: [] };
  const { statements, components } = read(file);
  const statement = statements.find((each) => each.isExported && each.names.includes(name));
  const { props = {} } = components.find(({ displayName }) => displayName === name) ?? {};
  const properties = Object.entries(props).map(([property, is]) => ({
    name: property,
    type: typeOf(is.tsType),
    isRequired: is.required === true,
    comment: is.description ?? '',
  }));
  const { comment = '', declaration = '' } = statement ?? {};
  return { comment, declaration, properties };
}

type Property = NonNullable<Documentation['props']>[string];

function typeOf(type: Property['tsType']): string {
  return (type && 'raw' in type && type.raw) || type?.name || '';
}

function read(file: string): { statements: Statement[]; components: Documentation[] } {
  const source = readFileSync(file, 'utf8');
  const statements: Statement[] = [];
  const resolver = ({ path: program }: FileState) => {
    const components = [];
    for (const each of program.get('body')) {
      const isExported = each.isExportNamedDeclaration();
      const isImport = each.isImportDeclaration();
      const declared = isExported && each.node.declaration ? each.get('declaration') : each;
      const { type, body, id, declarations, specifiers } = declared.node as Partial<Parsed>;
      const named: Named[] = [id ? { id } : {}, ...(declarations ?? []), ...(specifiers ?? [])];
      const names = named.flatMap((it) => it.id?.name ?? it.exported?.name ?? it.local?.name ?? []);
      const cut = (end: number) => source.slice(each.node.start ?? 0, end).trim();
      const text = cut(each.node.end ?? 0);
      const ends = type?.startsWith('TS') ? undefined : body?.start;
      statements.push({
        names,
        text: text.replace(/^export /, ''),
        isExported,
        from: isExported || isImport ? each.node.source?.value : undefined,
        imported: isImport
          ? each.node.specifiers.map(({ start, end }) => source.slice(start ?? 0, end ?? 0))
          : [],
        comment: plain(each.node.leadingComments?.at(-1)?.value ?? ''),
        declaration: (ends ? cut(ends) : withoutStyles(text)).replace(/^export /, ''),
      });
      if (declared.isFunctionDeclaration() && /^[A-Z]/.test(names[0] ?? ''))
        components.push(declared);
    }
    return components;
  };
  try {
    const components = parse(source, {
      filename: file,
      resolver,
      importer: builtinImporters.fsImporter,
    });
    return { statements, components };
  } catch (error) {
    // A file without a component.
    if ((error as { code?: string }).code !== 'ERR_REACTDOCGEN_MISSING_DEFINITION') throw error;
    return { statements, components: [] };
  }
}

/** The properties of Babel's nodes that are read here. */
interface Parsed extends Named {
  type: string;
  body: { start: number };
  declarations: Named[];
  specifiers: Named[];
}

interface Named {
  id?: { name: string };
  exported?: { name: string };
  local?: { name: string };
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
