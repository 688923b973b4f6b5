import { type AuditEntry, readAudit } from '@portfolio/releases/access/index.ts';
import { NotPossibleError } from '../exit-code.ts';
import { toTable } from '../terminal.ts';
import { withStore } from '../with-store.ts';

const columns = {
  when: ({ at }: AuditEntry) => at.replace(/\.\d+Z$/, 'Z'),
  key: ({ key }: AuditEntry) => key,
  what: ({ did, section, release }: AuditEntry) =>
    [did, section && (release ? `${section}@${release}` : section)].filter(Boolean).join(' '),
  outcome: ({ outcome }: AuditEntry) => outcome,
  from: ({ from }: AuditEntry) => from ?? '',
  to: ({ to }: AuditEntry) => to ?? '',
  why: ({ reason }: AuditEntry) => reason?.split('\n')[0] ?? '',
};

/**
 * `portfolio releases log`: who made what live, who added which key, what was refused, and whether the
 * log is whole.
 * @throws NotPossibleError when it was changed
 */
export async function showAuditLog({ json: isJson = false }): Promise<void> {
  const { entries, faults } = await withStore((store) => readAudit(store));
  if (isJson) console.log(JSON.stringify(entries, null, 2));
  else if (entries.length > 0) console.log(toTable(entries, columns));
  else console.log('Nothing has been done yet.');
  if (faults.length > 0)
    throw new NotPossibleError(['The log is not what was written:', ...faults].join('\n  '));
  if (!isJson && entries.length > 0) console.log('Every line follows the one before.');
}
