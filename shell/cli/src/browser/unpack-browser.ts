/** Unpacks into TMPDIR, in a process of its own. The caller names the package, as that is optional. */
const { default: chromium } = await import(String(process.argv[2]));
chromium.setGraphicsMode = false;
await chromium.executablePath();
