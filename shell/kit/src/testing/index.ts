/** For tests of components that use the kit, in Jest's jsdom or in a browser. */
import { createElement, type PropsWithChildren } from 'react';
import { MemoryRouter } from 'react-router-dom';

export { lookUp } from '@portfolio/contract/texts.ts';

import { startTexts } from '../texts/texts.ts';
import { type RenderingRelease, ThisRelease } from '../this-release.ts';

/** Answers a request by its path. */
type Answer = (path: string) => Said | Promise<Said>;

interface Said {
  status?: number;
  type?: string;
  body: string;
}

/** Answers the page's calls. jsdom has no `fetch`, so Node's classes replace a browser's. */
export function answerCalls(answer: Answer): void {
  const { Headers, Response } = globalThis.Response ? globalThis : globalsOfNode();
  const fetch = async (url: string) => {
    const {
      status = 200,
      type = 'application/yaml',
      body,
    } = await answer(new URL(url, 'http://localhost').pathname);
    return new Response(body, { status, headers: { 'Content-Type': type } });
  };
  Object.assign(globalThis, { fetch, Headers });
}

function globalsOfNode(): typeof globalThis {
  return process.getBuiltinModule('node:vm').runInThisContext('globalThis');
}

/** Starts the kit with these texts (YAML), in any language that the page requests. */
export async function startWithTexts(yaml: string): Promise<void> {
  answerCalls(() => ({ body: yaml }));
  await startTexts();
}

/** Surrounds a page in a test as the site does: with a router and the pages of `posts/`. */
export function InSite({ path = '/', base = '/', pages = [], children }: PropsWithChildren<Place>) {
  const below = createElement(ThisRelease, { value: { base, pages } }, children);
  return createElement(MemoryRouter, { initialEntries: [path] }, below);
}

interface Place extends Partial<Pick<RenderingRelease, 'base' | 'pages'>> {
  /** The open address. */
  path?: string;
}
