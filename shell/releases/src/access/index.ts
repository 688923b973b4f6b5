/** What a team signs, who may sign, and the log of what was done: for the command line and the server. */
export { type AuditEntry, appendAudit, type Deed, readAudit } from '../ledger/audit-log.ts';
export {
  type AllowanceChange,
  allow,
  readAllowances,
  readKnownAllowances,
} from './allowances.ts';
export { PublishRefusedError, refusePublish } from './errors.ts';
export {
  idOfKey,
  makeKeyPair,
  readPrivateHalf,
  readPublicHalf,
  sign,
} from './key-pair.ts';
export {
  addKey,
  forgetUploads,
  type Key,
  readKeys,
  readKnownKeys,
  removeKey,
  uploadsFolder,
  useCounter,
} from './keys.ts';
export { factsOf, type KnownFacts, readFacts, templateFile } from './site-facts.ts';
export {
  type Change,
  hashName,
  mostStatementBytes,
  type Place,
  type Publish,
  pagesIn,
  readStatement,
  refuseUnlessAllowed,
  refuseUnlessOpened,
  type Statement,
  verifySignature,
} from './statement.ts';
