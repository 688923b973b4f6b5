/** How the shell and a section are built, for their `rspack.config.ts`. */
export { remoteConfig } from './remote-config.ts';
export { shellConfig } from './shell-config.ts';
