import { expect, jest, test } from '@jest/globals';

/** Evaluates the module as another page would, and styles components in this order. */
async function idsOf(styles: readonly string[]): Promise<Map<string, string>> {
  jest.resetModules();
  const { styled } = await import('./styles.ts');
  return new Map(
    styles.map((css) => [
      css,
      styled.div([css] as unknown as TemplateStringsArray).styledComponentId,
    ]),
  );
}

test('class names depend on the styles, and not on the order in which modules run', async () => {
  const [one, other] = ['color: red;', 'color: blue;'];
  const first = await idsOf([one, other]);
  const second = await idsOf([other, one]);
  expect(first.get(one)).not.toBe(first.get(other));
  expect([second.get(one), second.get(other)]).toEqual([first.get(one), first.get(other)]);
});
