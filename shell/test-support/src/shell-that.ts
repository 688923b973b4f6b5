import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { addRelease } from './add-release.ts';
import { startedShellFiles } from './small-site.ts';

/** Adds a live shell whose script shows a heading, runs the given code, and hands its page to a prerenderer. */
export function shellThat(store: Store, does: string): Promise<Release> {
  const script = `
    const root = document.getElementById('root');
    const isHydrating = root.innerHTML !== '';
    const [main, heading] = ['main', 'h1'].map((tag) => document.createElement(tag));
    heading.textContent = 'Pigs';
    main.append(heading);
    root.replaceChildren(main);
    document.documentElement.dataset.ready = '';
    ${does}
    globalThis.takePage?.({ html: root.innerHTML, css: '', stylesVersion: '6.0.0' });`;
  return addRelease(store, 'shell', { ...startedShellFiles, 'main.0a1b2c3d.mjs': script });
}
