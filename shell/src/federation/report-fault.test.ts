import { expect, jest, test } from '@jest/globals';
import { readJson } from '../testing/read-json.ts';
import { reportFault } from './report-fault.ts';

test('a failure is reported once, by class and place, without the message', async () => {
  const sent = jest.spyOn(navigator, 'sendBeacon');
  const error = new TypeError('ada@example.org');
  error.stack = `TypeError: ada@example.org
    at x (https://www.example.com/releases/home/0123456789ab/remoteEntry.mjs:1:23)`;
  for (const _turn of [1, 2]) reportFault('home@0123456789ab', error, true);
  expect(sent).toHaveBeenCalledTimes(1);
  const [[address, report]] = sent.mock.calls as [[string, Blob]];
  expect([address, await readJson(report)]).toEqual([
    '/api/faults',
    {
      release: 'home@0123456789ab',
      hasFailed: true,
      error: 'TypeError /releases/home/0123456789ab/remoteEntry.mjs:1:23',
    },
  ]);
});
