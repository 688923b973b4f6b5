import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** The browser that comes with npm, where it can be had: for Linux on x64, fonts and libraries included. */
export interface BundledBrowser {
  executablePath: string;
  env: Record<string, string>;
}

const packageName = '@sparticuz/chromium';

/**
 * The package's own list names folders that nothing is unpacked into here, and without any font the
 * browser crashes at the first field of a form. Those of the system count as well.
 */
const fontsList = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

let found: { browser: BundledBrowser | undefined } | undefined;

/** Unpacks it when it is asked for the first time, which takes some seconds. */
export function bundledBrowser(): BundledBrowser | undefined {
  found ??= {
    browser: process.platform === 'linux' && process.arch === 'x64' ? unpack() : undefined,
  };
  return found.browser;
}

function unpack(): BundledBrowser | undefined {
  const version = installedVersion();
  if (!version) return undefined;
  // Its own place would be /tmp/chromium, which any user can make; this one belongs to this user.
  const home = path.join(os.tmpdir(), `portfolio-browser-${process.getuid?.()}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(home);
  if (uid !== process.getuid?.() || (mode & 0o77) !== 0 || !lstatSync(home).isDirectory())
    return undefined;
  const folder = path.join(home, `${version}-fonts`);
  if (!existsSync(folder) && !unpackInto(folder)) return undefined;
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      FONTCONFIG_PATH: folder,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
    },
  };
}

function installedVersion(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    const [root] = entry.split('/build/');
    return JSON.parse(readFileSync(`${root}/package.json`, 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** Unpacked beside its place and renamed, so that a half unpacked one is never started. */
function unpackInto(folder: string): boolean {
  const own = mkdtempSync(`${folder}-`);
  const script = `import chromium from '${packageName}';
    chromium.setGraphicsMode = false;
    await chromium.executablePath();`;
  // Set for this process only: then it unpacks the libraries that a bare system lacks.
  const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env,
  });
  if (status === 0 && existsSync(path.join(own, 'chromium'))) {
    writeFileSync(path.join(own, 'fonts.conf'), fontsList);
    try {
      renameSync(own, folder);
    } catch {
      // Another process was faster.
    }
  }
  rmSync(own, { recursive: true, force: true });
  return existsSync(folder);
}
