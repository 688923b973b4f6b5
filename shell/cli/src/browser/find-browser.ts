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
import { chromium, type LaunchOptions } from 'playwright';
import { NotPossibleError } from '../terminal/terminal.ts';

/** The headless shell takes far less processor time than a browser with windows. */
export const windowless = '/usr/bin/chromium-headless-shell';

const installed = [
  windowless,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** No browser is installed; the message says how to get one. */
export class NoBrowserError extends NotPossibleError {
  override name = 'NoBrowserError';

  constructor() {
    super(
      'There is no browser here. Run `npx playwright install chromium`, or name one with PLAYWRIGHT_CHROMIUM=/path/to/chromium.',
    );
  }
}

type Found = Pick<LaunchOptions, 'executablePath' | 'env'>;

/** Finds PLAYWRIGHT_CHROMIUM, Playwright's browser or the system's; else the one of the npm package. */
export function findBrowser(): Found | undefined {
  const executablePath = findInstalledBrowser();
  if (executablePath) return { executablePath };
  return process.env.PLAYWRIGHT_CHROMIUM ? undefined : bundledBrowser();
}

/** Finds a browser without the npm package, whose browser is older than those of visitors. */
export function findInstalledBrowser(): string | undefined {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  const places = named ? [named] : [chromium.executablePath(), ...installed];
  return places.find((file) => existsSync(file));
}

/** The only variables that the browser inherits, so that it gets no secret of this process. */
const passedOn = [
  ...['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'XDG_RUNTIME_DIR', 'LD_LIBRARY_PATH'],
  ...['FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY'],
];

/** The options of a browser without secrets and background traffic. @throws NoBrowserError */
export function browserOptions(): LaunchOptions {
  const found = findBrowser();
  if (!found) throw new NoBrowserError();
  const { executablePath, env } = found;
  const passed = passedOn.map((name) => [name, process.env[name]] as const);
  const options: LaunchOptions = {
    env: { ...Object.fromEntries(passed.filter(([, value]) => value)), ...env },
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
  // Without a path Playwright starts its own headless shell.
  const isOwn = executablePath === chromium.executablePath();
  if (executablePath && !isOwn) options.executablePath = executablePath;
  return options;
}

const packageName = '@sparticuz/chromium';

/** Without a font the browser crashes at the first form field. The list also includes the system's fonts. */
const fontsList = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/**
 * The browser of the npm package, for Linux on x64, with fonts and libraries. The first use unpacks it, which
 * takes some seconds.
 */
export function bundledBrowser(): Found | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const version = installedVersion();
  if (!version) return undefined;
  // The package would use /tmp/chromium, which any user could create.
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

/** Unpacks into a temporary folder and renames it, so that no process starts a half unpacked browser. */
function unpackInto(folder: string): boolean {
  const own = mkdtempSync(`${folder}-`);
  // The script is a `.ts` file in the sources, and a `.js` file in the packed command line.
  const script = `unpack-browser${path.extname(import.meta.filename)}`;
  // With this variable the package also unpacks the libraries that a bare system lacks.
  const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  const args = [path.join(import.meta.dirname, script), packageName];
  const { status } = spawnSync(process.execPath, args, { env });
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
