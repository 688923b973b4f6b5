/**
 * `node shell/cli/bootstrap/run.mjs <script> …`: runs a script of the repository on the pinned Node.js,
 * on a machine where nothing was installed yet, too.
 */
import { installOnce, runPinned } from './prepare.mjs';

await installOnce();
await runPinned(...process.argv.slice(2));
