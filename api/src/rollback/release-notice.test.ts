import { expect, test } from '@jest/globals';
import { noticeAbout } from './release-notice.ts';

test('the mail says how many visitor groups a release failed, and how many it served well', () => {
  const { text } = noticeAbout({
    ref: { name: 'home', id: '0123456789ab' },
    failed: 2,
    well: 12,
    groups: 17,
    thrown: [],
    before: undefined,
    outcome: 'left',
  });
  expect(text).toContain('home@0123456789ab failed 2 visitors and served 12 well');
});
