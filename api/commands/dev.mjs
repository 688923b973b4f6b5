/** `npm run dev [-- <section>]`: hot reload; installs what is missing. */
import { install, runPinned } from './prepare.mjs';

await install();
await runPinned('api/commands/dev.ts', ...process.argv.slice(2));
