/** What visits are measured of: the site, and what it is compared with. */
export interface Column {
  name: 'site' | 'bundle' | 'static';
  title: string;
}

export const columns: readonly Column[] = [
  { name: 'site', title: 'this site' },
  { name: 'bundle', title: 'one bundle, no federation' },
  // It has no script.
  { name: 'static', title: 'this page as a file without script' },
];

/** A column that answers requests. */
export interface RunningColumn {
  name: Column['name'];
  url: string;
  stop(): Promise<void>;
}
