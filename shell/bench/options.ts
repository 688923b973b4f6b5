import { parseArgs } from 'node:util';
import { pageOf, readManifest } from '@portfolio/cli/manifest';
import { arrangePages } from '@portfolio/contract/pages.ts';
import { fast } from './loads/profiles.ts';
import { findSources } from './variants/sources.ts';

/** What can be measured, in the order of the report. */
export const parts = ['pages', 'bytes', 'api'] as const;
export type Part = (typeof parts)[number];

/** What is measured, and how often. */
export interface BenchOptions {
  parts: readonly Part[];
  pages: readonly string[];
  /** Visits of every page on a phone; each profile says how many visits a run has. */
  runs: number;
  /** Turns of every server under load, and for how many seconds each. */
  turns: number;
  seconds: number;
  /** Of every page, and often enough: the report may take the place of the one that is kept. */
  isThorough: boolean;
}

/** An option that cannot be used; the message says what can. */
export class WrongOptionError extends Error {
  override name = 'WrongOptionError';
}

const { sections } = await findSources();
const declared = [...sections].map(async ([section, source]) => ({
  section,
  ...pageOf(section, source, await readManifest(source)),
}));

/** The pages of the sections in this checkout, in the order of the navigation. */
export const allPages = arrangePages(await Promise.all(declared)).pages.map(({ path }) =>
  path.slice(1),
);

const thorough = { runs: 7, turns: 3, seconds: 3 };

/** As little as shows that every part works; its numbers say nothing. */
const short = { runs: 1, turns: 1, seconds: 1 };

export const usage = `Usage: npm run bench -- [${parts.join('|')} …] [options]

Measures the site beside one bundle, and beside the same pages as files without script.

Options:
  --runs 3      visits of each page (default: ${thorough.runs}; ${fast.visitsPerRun} times as many on a computer)
  --short       as little as shows that it works; its numbers say nothing`;

/**
 * Reads the words of `usage`.
 * @throws WrongOptionError
 */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parse(args);
  const depth = values.short ? short : thorough;
  const runs = values.runs === undefined ? depth.runs : Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new WrongOptionError(`"${values.runs}" is no number of runs. For example: --runs 3`);
  const isPart = (word: string): word is Part => parts.some((part) => part === word);
  const unknown = positionals.find((word) => !isPart(word));
  if (unknown !== undefined)
    throw new WrongOptionError(
      `There is no "${unknown}" to measure. Choose of: ${parts.join(', ')}.`,
    );
  const chosen =
    positionals.length === 0 ? parts : parts.filter((part) => positionals.includes(part));
  const pages = values.short ? allPages.slice(0, 1) : allPages;
  const isThorough = !values.short && runs >= thorough.runs;
  return { ...depth, parts: chosen, pages, runs, isThorough };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        runs: { type: 'string' },
        short: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const { message } = error as Error;
    throw new WrongOptionError(`${message.split('. ')[0]}. The options are --runs 3 and --short.`);
  }
}
