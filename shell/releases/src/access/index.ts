/** What a team signs, who may sign, and the log of what was done: for the command line and the server. */
export { type AuditEntry, appendAudit, type Deed, readAudit } from '../ledger/audit-log.ts';
export * from './allowances.ts';
export * from './keys.ts';
export * from './site-facts.ts';
export * from './statement.ts';
