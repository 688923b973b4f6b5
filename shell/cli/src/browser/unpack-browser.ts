import chromium from '@sparticuz/chromium';

/** Runs in a process of its own, whose TMPDIR says where to. */
chromium.setGraphicsMode = false;
await chromium.executablePath();
