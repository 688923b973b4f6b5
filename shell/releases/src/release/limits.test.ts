import { expect, test } from '@jest/globals';
import { faultOfTemplate, faultOfWeight } from './limits.ts';

test("a section's first scripts are bounded", () => {
  expect(faultOfWeight('blog', 50_000)).toBeUndefined();
  expect(faultOfWeight('blog', 50_001)).toContain('1 more than the 50,000 that blog may load');
});

test("a shell's document has all that starts the app, and another shell where this one fails", () => {
  const marks = ['{{importMap}}', '{{entry}}', '{{releases}}', '{{shellBefore}}'];
  expect(faultOfTemplate(marks.join())).toBeUndefined();
  for (const mark of marks)
    expect(faultOfTemplate(marks.join().replace(mark, ''))).toMatch(`lacks ${mark}: no page`);
});
