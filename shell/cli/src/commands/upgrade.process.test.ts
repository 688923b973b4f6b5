import { expect, test } from '@jest/globals';
import { kitVersionOf } from '../project/pack-tools.ts';
import { changesSince } from './upgrade.ts';

const changelog = '# Changes\n\n## 1.10.0\n\n- Ten\n\n## 1.9.0\n\n- Nine\n\n## 1.8.0\n\n- Eight\n';

test("an upgrade prints only the changes since a section's kit", () => {
  expect(changesSince(changelog, '1.8.0')).toBe('## 1.10.0\n\n- Ten\n\n## 1.9.0\n\n- Nine');
  expect(changesSince(changelog, '1.10.0')).toBe('');
});

test('the name of a packed kit has its version, and that of an old one counts as 0.0.0', () => {
  expect(kitVersionOf('file:tools/portfolio-kit-1.6.0-0a1b2c3d.tgz')).toBe('1.6.0');
  expect(kitVersionOf('file:tools/portfolio-kit.tgz')).toBe('0.0.0');
});
