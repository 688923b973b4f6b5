import type { SitePage } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import {
  findPage,
  type LiveSet,
  withoutShell,
  withReleases,
} from '@portfolio/releases/live/live-set.ts';
import type { LoadedRelease } from '@portfolio/releases/live/loaded-release.ts';
import {
  commonOrigins,
  listOrigins,
  type Origins,
  readOrigins,
} from '@portfolio/releases/release/origins.ts';
import { parseRef } from '@portfolio/releases/release/release.ts';
import type { Request } from 'express';
import { readLanguage, readQuery } from '../http/read-request.ts';
import type { Log } from '../log.ts';

/** What a request for a document asks for. Equal keys get the same document. */
export interface Asked {
  key: string;
  /** What is live at this moment. */
  current: LiveSet;
  /** The releases that the document is made of. */
  set: LiveSet;
  /** The release that is previewed, such as `home@0123456789ab`. */
  preview: string | undefined;
  /** The live shell, when it failed this visitor: the set has the one before. */
  lostShell: ReleaseRef | undefined;
  /** False for a preview and for a page that leaves a shell out: they say nothing of what is live. */
  isAsLive: boolean;
  /** The page at the path; none for an unknown one. */
  entry: SitePage | undefined;
  /** What the site's sections may reach beside it: all share one origin, so all documents say the same. */
  granted: Origins;
  language: string;
  /** The address asks for this very language. */
  isLanguageAsked: boolean;
}

/** Where what is asked for is looked up. */
export interface AskedSources {
  live: LiveReleases;
  grantedTo: GrantedTo;
  log: Log;
}

/** The origins that the owner grants the section of a release; the release may ask for fewer. */
export type GrantedTo = (release: LoadedRelease) => Origins | undefined;

/**
 * Reads what a request asks for: path, language, `?preview=home@<id>`, and `?without=shell@<id> …`, which
 * the document's own script asks for when the app does not run. Nothing while no shell is live.
 */
export function readAsked({ live, grantedTo, log }: AskedSources) {
  /** A release that a preview names has to be in the store; anything else is ignored. */
  async function previewIn(query: URLSearchParams): Promise<ReleaseRef | undefined> {
    const wanted = query.get('preview');
    if (wanted === null) return undefined;
    const ref = parseRef(wanted);
    if (ref && (await live.find(ref))) return ref;
    // A line for each request would fill the log.
    log.debug({ preview: wanted.slice(0, 80) }, 'This preview names no release and is ignored');
    return undefined;
  }

  /** Read for each document, so that a grant that was taken back ends with the next one. */
  function grantedIn({ sections }: LiveSet): Origins {
    const granted = Object.values(sections).flatMap(([live]) =>
      live?.origins ? listOrigins(commonOrigins(live.origins, grantedTo(live))) : [],
    );
    return readOrigins(granted);
  }

  return async (request: Request, path: string): Promise<Asked | undefined> => {
    const current = await live.current();
    if (!current) return undefined;
    const query = readQuery(request.url);
    const previewed = await previewIn(query);
    const without = shellIn(current, withoutIn(query)?.[0]);
    // A preview has no fallback: it has to be seen failing.
    const wanted = previewed
      ? await withReleases(live, current, [previewed], [previewed.name])
      : current;
    const set = without ? withoutShell(wanted, without.id) : wanted;
    const lostShell = set.shell.id === wanted.shell.id ? undefined : without;
    const preview = nameOf(previewed);
    const entry = findPage(set, path);
    const granted = grantedIn(set);
    const { language, isLanguageAsked } = readLanguage(request, [...set.texts.keys()]);
    const key = [
      ...[set.shell, set.shellBefore, ...Object.values(set.sections).flat()].map(nameOf),
      ...(set.inPlace ?? []).map(nameOf),
      preview,
      lostShell?.id,
      entry?.path,
      language,
      isLanguageAsked,
      ...listOrigins(granted),
    ].join(' ');
    const isAsLive = set === current && !preview && !query.has('without');
    return {
      key,
      current,
      set,
      preview,
      lostShell,
      isAsLive,
      entry,
      granted,
      language,
      isLanguageAsked,
    };
  };
}

function nameOf(ref: ReleaseRef | undefined): string | undefined {
  return ref && `${ref.name}@${ref.id}`;
}

/** The shell that an address leaves out, and after a space what it threw. */
export function withoutIn(query: URLSearchParams): [shell: string, report: string] | undefined {
  const [shell = '', ...report] = query.get('without')?.split(' ') ?? [];
  return query.has('without') ? [shell, report.join(' ')] : undefined;
}

/** Only the live shell and the one before it can be left out. */
function shellIn({ shell, shellBefore }: LiveSet, without?: string): ReleaseRef | undefined {
  const ref = without === undefined ? undefined : parseRef(without);
  const isOne = ref?.name === 'shell' && [shell.id, shellBefore?.id].includes(ref.id);
  return isOne ? ref : undefined;
}
