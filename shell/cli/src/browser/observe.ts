import type { ConsoleMessage, Page } from 'playwright';
import type { ServedSite } from './shut-network.ts';

/** What is wrong with a page. Only what is late may come of a machine that has too much to do. */
export interface Fault {
  kind: 'broken' | 'late';
  text: string;
}

/** What a page shows to be wrong while it is open. */
export interface Observation {
  /** Adds what was found by looking at it. */
  note(fault: Fault): void;
  /** All faults by now, each once. */
  faults(): Fault[];
  /** Resolves when something is thrown, or the site is left: then there is nothing to wait for. */
  failed: Promise<void>;
  /** Resolves when what was said is understood, which a page of endless work never allows. */
  understood(): Promise<unknown>;
}

/** What was said, and what it was about: a file that did not come makes it late. */
interface Note extends Fault {
  about?: string;
}

type Watched = Pick<ServedSite, 'origin' | 'outOfReach'>;

/** Notes what a page throws, complains of, is refused and where it tries to go. */
export function observe(page: Page, { origin, outOfReach }: Watched): Observation {
  const notes: Note[] = [];
  const lost = new Set<string>();
  const understanding: Promise<void>[] = [];
  const failure = Promise.withResolvers<void>();
  page.on('pageerror', (error) => {
    notes.push({ kind: 'broken', text: String(error) });
    failure.resolve();
  });
  page.on('request', (request) => {
    const isOwn = new URL(request.url()).origin === origin;
    if (isOwn || !request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    notes.push({ kind: 'broken', text: `It leaves the site for ${request.url()}` });
    failure.resolve();
  });
  page.on('requestfailed', (request) => lost.add(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'warning') understanding.push(understandWarning(message));
    if (message.type() !== 'error') return;
    // Without the trace: it is one of minified code.
    const [text = ''] = message.text().split('\n');
    const about = message.location().url;
    // The page for unknown paths is one itself.
    if (about === page.url() && text.includes('404 (Not Found)')) return;
    // What the policy refuses was not asked for, and so not granted.
    const isRefused = text.includes('Content Security Policy');
    if (!isRefused && outOfReach.some((other) => `${about} ${text}`.includes(other))) return;
    notes.push({ kind: 'broken', text, about });
  });

  /** The shell says what failed, and its cause why: a release, or a section while rendering. */
  async function understandWarning(message: ConsoleMessage): Promise<void> {
    const failed = await message
      .args()[0]
      ?.evaluate((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'ReleaseFailedError') return undefined;
        const { message: text, cause } = error;
        const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
        return { text: cause ? `${text}: ${String(cause).split('\n')[0]}` : text, isTimeout };
      })
      // A page that has gone on cannot be asked any more.
      .catch(() => undefined);
    if (!failed) return;
    const isLate = failed.isTimeout || [...lost].some((url) => url.endsWith('.mjs'));
    notes.push({ kind: isLate ? 'late' : 'broken', text: failed.text });
  }

  return {
    note: (fault) => void notes.push(fault),
    faults() {
      const byText = new Map(notes.map((each) => [each.text, each]));
      return [...byText.values()].map(({ kind, text, about }) => ({
        kind: about !== undefined && lost.has(about) ? 'late' : kind,
        text,
      }));
    },
    failed: failure.promise,
    understood: () => Promise.all(understanding),
  };
}
