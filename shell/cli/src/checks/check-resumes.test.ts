import { expect, test } from '@jest/globals';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { checkResumes } from './check-resumes.ts';

const resume = (more: object = {}, basics: object = {}) =>
  JSON.stringify({ basics: { name: 'A pig', ...basics }, ...more });
const check = async (de: string | undefined) =>
  checkResumes(await tinySection({ 'resume.en.json': resume(), 'resume.de.json': de }), [
    'de',
    'en',
  ]);

test('a valid JSON Resume has no faults, and fields that the page does not show are ignored', async () => {
  const work = [{ position: 'Pig', startDate: '2024-03', endDate: '2025', highlights: ['Mud'] }];
  expect(await check(resume({ work, meta: { version: 'v1.0.0' } }))).toEqual([]);
  expect(checkResumes(await tinySection(), ['en'])).toEqual([]);
});

test.each([
  ['no resume', undefined, 'resume.de.json is missing: the section has texts in this language.'],
  ['no JSON', '{', /^resume\.de\.json is no JSON: /],
  ['nobody', '{}', 'resume.de.json: "basics" has to be there, with your name.'],
  ['an empty name', resume({}, { name: '' }), /"basics\.name" has to be your name\.$/],
  [
    'a day that is none',
    resume({ work: [{ startDate: '3/2024' }] }),
    /"work\.0\.startDate" has to be a date such as 2024-03-01, 2024-03 or 2024\.$/,
  ],
  [
    'a script for an address',
    resume({}, { url: 'javascript:alert(1)' }),
    /"basics\.url" has to be a whole address/,
  ],
  ['one entry', resume({ skills: { name: 'Mud' } }), /"skills" has to be a list of entries\.$/],
])('%s is refused with a sentence', async (_what, de, says) => {
  const faults = await check(de);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(says);
});
