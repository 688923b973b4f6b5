/** What a team signs, who may sign, and the log of what was done: for the command line and the server. */
export { type AuditEntry, appendAudit, readAudit } from './audit-log.ts';
export { useCounter } from './counters.ts';
export {
  BadKeyError,
  idOfKey,
  makeKeyPair,
  readPrivateHalf,
  readPublicHalf,
  sign,
} from './key-pair.ts';
export { addKey, BadKeyListError, type Key, readKeys, removeKey } from './keys.ts';
export { PublishRefusedError, refusePublish } from './publish-errors.ts';
export { factsOf, type KnownFacts, readFacts, templateFile } from './site-facts.ts';
export {
  hashName,
  mostStatementBytes,
  type Place,
  type Publish,
  pagesIn,
  readStatement,
  type Statement,
} from './statement.ts';
export { forgetUploads, uploadsFolder } from './uploads-folder.ts';
export {
  refuseEnded,
  refuseUnlessOpened,
  type Signed,
  verifySignature,
} from './verify-statement.ts';
