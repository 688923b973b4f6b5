/**
 * Sharing said once, from both sides: the shell provides, remotes consume.
 * The measurements behind every flag are in .github/DECISIONS.md.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The shared singletons. Nothing else is shared, since a shared package cannot be tree-shaken; all else
 * reaches a section through the kit.
 */
export const sharedSingletons = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  '@portfolio/kit',
] as const;

/** The packages that they are in. */
export const sharedPackages = [...new Set(sharedSingletons.map(packageOf))];

/** The shell's side: the version of each package that its release provides. */
export function providedVersions(): Record<string, string> {
  return Object.fromEntries(sharedPackages.map((name) => [name, installedVersion(name)]));
}

/**
 * The remote's side: it bundles none of the shared singletons.
 * @param ranges the section's own peerDependencies
 */
export function consumedSingletons(ranges: Record<string, string>): Record<string, object> {
  return Object.fromEntries(
    sharedSingletons.map((key) => [
      key,
      {
        // A second copy would lose React's hooks and the kit's context.
        singleton: true,
        // Never bundled: the shell provides it, eagerly, in every page.
        import: false as const,
        // Checked when the release is deployed; at run time a mismatch is only React error 306.
        requiredVersion: ranges[packageOf(key)] ?? false,
      },
    ]),
  );
}

function packageOf(key: string): string {
  return key.startsWith('@') ? key : (key.split('/')[0] ?? key);
}

const require = createRequire(import.meta.url);

function installedVersion(name: string): string {
  const file = path.join(import.meta.dirname, 'node_modules', name, 'package.json');
  return (require(file) as { version: string }).version;
}
