import type { Fault } from '@portfolio/releases/ledger/faults.ts';
import type { LiveRelease } from '@portfolio/releases/live/live-release.ts';
import { isScript } from '@portfolio/releases/release/release.ts';
import { LRUCache } from 'lru-cache';

/** So much of a report is looked at: a browser of ours sends no more. */
const longestReport = 1500;

const most = { message: 160, frames: 5, bytesOfScripts: 2 * 1024 * 1024 };

/** A file of a release with line and column, as stacks of all browsers have it. */
const frame =
  /\/releases\/([a-z][a-z0-9-]{0,40})\/([0-9a-f]{12})\/([\w./-]{1,100}\.mjs):(\d{1,7}):(\d{1,7})/g;

/** Addresses, and words that contain part of one. */
const address = /\S*(?:[/\\@?&]|%\w\w)\S*/g;

/** What browsers say of an error; the words of the libraries are in the scripts. */
const wordsOfBrowsers = new Set(
  `a abort aborted access after allowed an and any arguments array as assign assigned assignment at attempted
  attempting await be before big binding body call called can cannot cant class clone component const
  constant construct constructor convert could create declaration declared defined delete dependency
  descriptor destructured do does during dynamically end error evaluating execute exceeded expected
  export expression failed fetch fetching find for found from function generator getter global got has
  identifier illegal import imported importing in initialization initialize input instance instanceof
  invalid invoke invoked is it iterable iterator its keyword left length lexical literal load loading long
  many matching maximum may method missing module more must name named names network new node no non not
  null number object of on once only operation operator or out parameter parse parsing permission
  primitive private properties property prototype provide range read reading readonly reason recursion
  redeclaration reference refused regular require required requested resolve resource response returned
  reserved script security set setter side signal size specifier stack statement strict string super
  symbol syntax target that the this time timed to token too type unable undefined uncaught unexpected
  uninitialized unterminated url use used using valid value values variable was when while with without
  Error TypeError ReferenceError SyntaxError RangeError DOMException NetworkError AbortError TimeoutError
  t s`
    .toLowerCase()
    .split(/\s+/),
);

/**
 * Reads what pages say of the errors in their releases: a report can be forged, and what is thrown can
 * hold what a visitor typed. Kept are places in scripts of these very releases and, of the message, the
 * words that stand in a script or that a browser says.
 */
export function readReports() {
  const scriptsOf = new LRUCache<string, Set<string>, LiveRelease>({
    max: 8,
    // What is pushed out while it is read is used all the same.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => readWords(context),
  });

  return async (report: string, releases: readonly LiveRelease[]): Promise<Fault | undefined> => {
    const text = report.slice(0, longestReport);
    const [first = ''] = text.split(/[\n\t]/, 1);
    // Chromium repeats the message in front of the stack.
    const message = first.slice(0, 2 * most.message).replace(/^(.+) \1$/, '$1');
    const known = await Promise.all(
      releases.map((release) =>
        scriptsOf.fetch(`${release.name}@${release.id}`, { context: release }),
      ),
    );
    const isKnown = (word: string) =>
      /^\d{1,3}$/.test(word) ||
      wordsOfBrowsers.has(word.toLowerCase()) ||
      known.some((words) => words?.has(word));
    const fault = { message: cleaned(message, isKnown), frames: framesOf(text, releases) };
    // A script that hangs throws nothing.
    return fault.frames.length > 0 || !/^(undefined)?$/.test(fault.message) ? fault : undefined;
  };
}

function framesOf(text: string, releases: readonly LiveRelease[]): string[] {
  const frames = new Set<string>();
  for (const [, name, id, file = '', line, column] of text.matchAll(frame)) {
    const release = releases.find((each) => each.name === name && each.id === id);
    if (release && Object.hasOwn(release.files, file))
      frames.add(`${name}@${id}/${file}:${line}:${column}`);
  }
  return [...frames].slice(0, most.frames);
}

function cleaned(message: string, isKnown: (word: string) => boolean): string {
  return message
    .slice(0, most.message)
    .replace(address, '...')
    .replace(/[^\w$ .,:;'"#()[\]-]/g, '')
    .replace(/[\w$]+/g, (word) => (isKnown(word) ? word : '...'))
    .replace(/(?:\.{3}[\s.]*){2,}/g, '... ')
    .trim();
}

/** Everything that looks like a word in the scripts of a release. */
async function readWords(release: LiveRelease): Promise<Set<string>> {
  const words = new Set<string>();
  let bytes = 0;
  // The entry first.
  const scripts = [release.entry, ...Object.keys(release.files).filter(isScript)];
  for (const file of new Set(scripts)) {
    bytes += release.files[file]?.bytes ?? 0;
    if (bytes > most.bytesOfScripts) break;
    const content = String((await release.read(file)) ?? '');
    for (const [word] of content.matchAll(/[\w$]{1,40}/g)) words.add(word);
  }
  return words;
}
