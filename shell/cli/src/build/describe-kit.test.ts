import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeKit } from './describe-kit.ts';

const { groups, exports } = describeKit(path.join(import.meta.dirname, '../../../kit'));
const examples = groups.flatMap((group) => group.examples);

test('every export of the kit has an example in the gallery', () => {
  const shown = examples.flatMap(({ shows }) => shows);
  expect(shown.sort()).toEqual(Object.keys(exports).sort());
});

test('an example comes with its imports and all that it needs', () => {
  const { code } = examples.find(({ name }) => name === 'ColoursAndSizes') ?? {};
  expect(code).toMatch(
    /^import \{ styled, Text, tokens \} from '@portfolio\/kit';\n\nconst Card = /,
  );
});

test('every export of our own has a comment, and a component its properties', () => {
  const own = Object.entries(exports).filter(([, described]) => !('from' in described));
  expect(own.filter(([, { comment }]) => !comment).map(([name]) => name)).toEqual([]);
  const { declaration } = exports.Gallery ?? {};
  expect(declaration).toMatch(/^function Gallery\(.*: Props\)\n\ninterface Props \{/);
  expect(declaration).toContain('images: ReadonlyArray<GalleryImage>;');
});
