/**
 * `npm start`: installs, builds and releases what is missing or changed, and serves the site; its
 * pages are prerendered meanwhile.
 */
import { install, runBeside, runPinned, takeNoWords } from './prepare.mjs';

takeNoWords(`Usage: npm start

Installs, builds, releases and serves the site. Its settings are environment variables, such as
PORT=8080 npm start; README.md lists them.`);
await install();
await runPinned('shell/cli/src/portfolio.ts', 'deploy', '--changed', '--before-start');
runBeside('shell/cli/src/portfolio.ts', 'prerender', '--quiet');
await runPinned('api/src/main.ts');
