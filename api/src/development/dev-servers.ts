import { releaseName, releaseSchema } from '@portfolio/releases/release/release.ts';
import { z } from 'zod';

/** What comes from a development server instead of a release. */
const devServers = z.record(
  releaseName,
  z.object({
    /** The folder with the sources: texts are read from there. */
    folder: z.string(),
    /** The server's address, with a slash at the end. */
    base: z.string(),
    /** The script to start with, below that address. */
    entry: z.string(),
    /** Where the section's page stands. */
    page: releaseSchema.shape.page,
  }),
);

/** The development servers by what they serve: the shell and sections. */
export type DevServers = z.infer<typeof devServers>;

/** Where pages may call from that are not the API's own. */
export function originsOf(servers: DevServers): string[] {
  return Object.values(servers).map(({ base }) => new URL(base).origin);
}

/** The variable by which `npm run dev` tells the API of its servers; nothing else sets it. */
export const devServersVariable = 'PORTFOLIO_DEV_SERVERS';

/** The development servers, when the API was started by `npm run dev`. */
export function readDevServers(env: NodeJS.ProcessEnv): DevServers | undefined {
  const value = env[devServersVariable];
  return value ? devServers.parse(JSON.parse(value)) : undefined;
}
