import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Config } from './config.ts';
import type { Contact } from './contact/contact.ts';
import type { DevServers } from './development/dev-servers.ts';
import type { Log } from './log.ts';

/** What the routes of a site share. */
export interface Parts {
  config: Config;
  log: Log;
  store: Store;
  live: LiveReleases;
  contact: Contact;
  /** Undefined for a site of releases. */
  devServers: DevServers | undefined;
  /** The site's address, such as `https://www.example.com`. */
  origin: string;
}
