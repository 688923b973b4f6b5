/** Runs in a process of its own, whose TMPDIR says where to. The package is optional: it is named by the caller. */
const { default: chromium } = await import(String(process.argv[2]));
chromium.setGraphicsMode = false;
await chromium.executablePath();
