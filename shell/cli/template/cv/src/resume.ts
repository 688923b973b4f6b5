/** What can stand in an entry of any part (https://jsonresume.org/schema). */
export interface Entry {
  name?: string;
  organization?: string;
  institution?: string;
  awarder?: string;
  issuer?: string;
  publisher?: string;
  position?: string;
  studyType?: string;
  area?: string;
  title?: string;
  language?: string;
  fluency?: string;
  level?: string;
  url?: string;
  date?: string;
  releaseDate?: string;
  startDate?: string;
  endDate?: string;
  summary?: string;
  description?: string;
  reference?: string;
  highlights?: string[];
  keywords?: string[];
}

/** A resume in the format of JSON Resume. */
export interface Resume extends Partial<Record<Part, Entry[]>> {
  basics: {
    name: string;
    label?: string;
    email?: string;
    phone?: string;
    url?: string;
    summary?: string;
    location?: { city?: string; region?: string; countryCode?: string };
    profiles?: { network: string; username?: string; url: string }[];
  };
}

/** The parts in their order on the page. */
export const parts = [
  'work',
  'projects',
  'education',
  'skills',
  'languages',
  'certificates',
  'awards',
  'publications',
  'volunteer',
  'interests',
  'references',
] as const;

type Part = (typeof parts)[number];

/** What an entry is called, and where that was. */
export function namesOf(entry: Entry): { title: string; place: string } {
  const studies = [entry.studyType, entry.area].filter(Boolean).join(', ');
  const title = entry.position || studies || entry.title || entry.name || entry.language || '';
  const places = [entry.name, entry.organization, entry.institution, entry.awarder];
  const all = [...places, entry.issuer, entry.publisher, entry.fluency, entry.level];
  return { title, place: all.filter((each) => each && each !== title).join(', ') };
}
