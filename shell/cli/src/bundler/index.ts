/** How the shell and a section are built. */
export { remoteConfig } from './remote-config.ts';
export { shellConfig } from './shell-config.ts';
