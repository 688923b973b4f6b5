import type { ComponentType } from 'react';
import { type Container, openContainer, type PageModule } from './container.ts';
import type { SectionRelease } from './live-releases.ts';

type Runtime = typeof import('./federation-runtime.ts');

let isFirst = true;
let runtime: Promise<Runtime> | undefined;

/**
 * Opens one release of a section: the first of the page by the container protocol, all others with
 * the federation runtime, which is also the way out when the protocol is not what it was.
 * @throws when the release cannot be used.
 */
export async function openRelease(section: string, release: SectionRelease) {
  const module = isFirst ? await openFirst(section, release) : await openLater(section, release);
  return module?.default as ComponentType | undefined;
}

async function openFirst(section: string, release: SectionRelease) {
  isFirst = false;
  const container = await importContainer(release);
  try {
    const page = await openContainer(container);
    startRuntimeWhenIdle();
    return page;
  } catch (error) {
    console.warn('The federation runtime takes over', error);
    return openLater(section, release);
  }
}

async function openLater(section: string, release: SectionRelease): Promise<PageModule | null> {
  const runtimeOrNone = await startRuntime().catch((error) =>
    console.warn('The container protocol has to do', error),
  );
  // A lost file of the shell is no fault of the section.
  return runtimeOrNone
    ? runtimeOrNone.openWithRuntime(section, release)
    : openContainer(await importContainer(release));
}

/** Absolute: an import is read from where this script lies, in development another server. */
function importContainer({ entry }: SectionRelease): Promise<Container> {
  return import(/* webpackIgnore: true */ new URL(entry, location.origin).href);
}

/** Half of a section's timeout, so that time is left for the section when this hangs. */
const runtimeDeadlineMs = 1500;

/** Starts the runtime once; a start that failed is tried again by the next section. */
function startRuntime(): Promise<Runtime> {
  runtime ??= within(runtimeDeadlineMs, import('./federation-runtime.ts')).catch((error) => {
    runtime = undefined;
    throw error;
  });
  return runtime;
}

/** The next section needs it; by then it is there. */
function startRuntimeWhenIdle(): void {
  const whenIdle =
    globalThis.requestIdleCallback ?? ((start: () => void) => setTimeout(start, 500));
  const start = () => setTimeout(() => startRuntime().catch(() => {}), 2000);
  if (document.readyState === 'complete') whenIdle(start);
  else addEventListener('load', () => whenIdle(start), { once: true });
}

/** What is loading, unless it takes longer than this. */
export function within<Value>(deadlineMs: number, loading: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = new DOMException(`No answer in ${deadlineMs} ms`, 'TimeoutError');
    const timer = setTimeout(() => reject(late), deadlineMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
