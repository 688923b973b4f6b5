import { type Part, parts } from '../options.ts';

const titles: Record<Part, string> = {
  pages: 'Visits',
  bytes: 'Bytes',
  api: 'The API',
};

const head = '# What was measured\n';

/**
 * Puts what was measured now in the place of what was known of the same parts. Each part says itself
 * when and where it was measured.
 * @param known the text of `result.md` until now
 */
export function keepResults(known: string, measured: ReadonlyMap<Part, string>): string {
  const sections = parts.flatMap((part) => {
    const text = measured.get(part)?.trim() ?? sectionOf(known, titles[part]);
    return text ? `\n## ${titles[part]}\n\n${text}\n` : [];
  });
  return [head, ...sections].join('');
}

function sectionOf(text: string, title: string): string | undefined {
  const section = text.split(/^## /m).find((each) => each.startsWith(`${title}\n`));
  return section?.slice(title.length).trim();
}
