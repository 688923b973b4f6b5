import { globSync } from 'node:fs';
import { z } from 'zod';
import { faultsOfJson } from './json-faults.ts';

const day = z.string().regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-\d{2})?)?$/, {
  error: 'a date such as 2024-03-01, 2024-03 or 2024',
});
const url = z
  .url({ protocol: /^https?$/, error: 'a whole address, such as https://www.example.com' })
  .optional();
const text = z.string({ error: 'a text' }).optional();
const texts = z.array(z.string({ error: 'a text' }), { error: 'a list of texts' }).optional();

/** The checked fields of an entry in any part. */
const entry = z.looseObject({
  name: text,
  url,
  summary: text,
  startDate: day.optional(),
  endDate: day.optional(),
  date: day.optional(),
  releaseDate: day.optional(),
  highlights: texts,
  keywords: texts,
});
const entries = z.array(entry, { error: 'a list of entries' }).optional();

const parts =
  'work volunteer education awards certificates publications skills languages interests references projects'.split(
    ' ',
  );

/** The fields of JSON Resume (https://jsonresume.org/schema) that a page shows; others are ignored. */
const resumeSchema = z.looseObject({
  basics: z.looseObject(
    {
      name: z.string({ error: 'your name' }).min(1, { error: 'your name' }),
      label: text,
      email: z.email({ error: 'an e-mail address' }).optional(),
      phone: text,
      url,
      summary: text,
      profiles: z.array(z.looseObject({ network: z.string({ error: 'a text' }), url })).optional(),
    },
    { error: 'there, with your name' },
  ),
  ...Object.fromEntries(parts.map((part) => [part, entries])),
});

const file = (language: string) => `resume.${language}.json`;

/** Checks the resumes of a section, if any. @param languages the languages of its texts */
export function checkResumes(folder: string, languages: readonly string[]): string[] {
  const there = globSync('resume.*.json', { cwd: folder });
  if (there.length === 0) return [];
  const missing = languages.map(file).filter((each) => !there.includes(each));
  return [
    ...missing.map((each) => `${each} is missing: the section has texts in this language.`),
    ...there.flatMap((each) => faultsOfJson(folder, each, resumeSchema)),
  ];
}
