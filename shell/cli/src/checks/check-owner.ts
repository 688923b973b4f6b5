import { existsSync } from 'node:fs';
import path from 'node:path';
import { icons } from '@portfolio/contract/pages.ts';
import { z } from 'zod';
import { readText } from '../project/manifest.ts';

const ownerFile = 'kit/owner.json';
const left = 'or "" where there is none';

const named = { error: 'your name' };
const whole = 'a whole address, such as https://www.example.com/me';
const label = { error: 'the key of its name in the texts, such as contact.findMe.games' };
const zone = { error: 'a time zone, such as Europe/Berlin' };

const address = (sentence: string) =>
  z.string({ error: sentence }).regex(/^https?:\/\/./, { error: sentence });
const profile = z.object(
  {
    label: z.string(label).min(1, label),
    url: address(whole),
    icon: z.enum(icons, { error: `one of ${icons.join(', ')}` }),
  },
  { error: 'a label, a url and an icon' },
);

const ownerSchema = z.object({
  name: z.string(named).trim().min(1, named),
  place: z.string({ error: `where you are, ${left}` }),
  availability: z.enum(['open', 'busy'], { error: '"open" or "busy"' }),
  phone: z.string({ error: `a number in quotes, ${left}` }),
  email: z.email({ error: 'your e-mail address: it is shown where nothing else works' }),
  profiles: z.array(profile, { error: 'a list, which is [] where there are none' }),
  repository: z.literal('').or(address(`${whole}, ${left}`)),
  language: z.string({ error: 'one of the languages of the site, such as en' }),
  timeZone: z.string(zone).refine(isTimeZone, zone),
  imprint: z.string({ error: `the address the law asks for, ${left}` }),
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Checks the owner's details. @returns a sentence for each fault */
export function checkOwner(shell: string): string[] {
  const file = path.join(shell, ownerFile);
  if (!existsSync(file)) return [`${ownerFile} is missing: it says whose site it is.`];
  try {
    const { error } = ownerSchema.safeParse(JSON.parse(readText(file)));
    return (error?.issues ?? []).map(
      ({ path: at, message }) => `${ownerFile}: "${at.join('.')}" has to be ${message}.`,
    );
  } catch (error) {
    return [`${ownerFile} is no JSON: ${(error as Error).message}.`];
  }
}
