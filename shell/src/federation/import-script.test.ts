import { expect, test } from '@jest/globals';
import { importScript } from './import-script.ts';

test('a script that throws a TypeError was there, and is not requested again', async () => {
  const importing = importScript('data:text/javascript,throw new TypeError("no mud")');
  await expect(importing).rejects.toThrow('no mud');
  expect(document.querySelector('link')).toBeNull();
});
