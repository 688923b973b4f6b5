import { expect, test } from '@jest/globals';
import { explainPostgres, explainSqlite, isAway } from './database-errors.ts';

const failed = (facts: object, message = 'disk I/O error') =>
  Object.assign(new Error(message), facts);
const explain = (facts: object) =>
  explainSqlite(failed(facts), { file: '/data/site.sqlite', repair: 'Take the backup.' });
// SQLite puts the kind of an error above its lowest byte.
const [notWritable, badRead] = [8 | (6 << 8), 10 | (1 << 8)];

test.each([
  ['is locked', { errcode: 5 }, 'DatabaseError', 'Wait until it has finished'],
  ['has no room', { errcode: 13 }, 'DatabaseError', 'Make room, and try again.'],
  ['is on a bad disk', { errcode: badRead }, 'DatabaseUnreadableError', '(disk I/O error). Make'],
  ['is damaged', { errcode: 11 }, 'DatabaseUnreadableError', 'Take the backup.'],
  ['may not be written', { errcode: notWritable }, 'DatabaseUnreadableError', 'Let the user'],
  ['cannot be made', { syscall: 'mkdir', code: 'EACCES' }, 'DatabaseUnreadableError', '(EACCES)'],
])('the error of a file that %s says what to do', (_what, facts, name, advice) => {
  const message = expect.stringContaining(advice);
  expect(explain(facts)).toMatchObject({ name, message, cause: expect.objectContaining(facts) });
});

// `open-postgres.test.ts` has what a real server can be brought to say.
test.each([
  ['28000', 'no pg_hba.conf entry, no encryption', 'Add sslmode=verify-full'],
  ['42P01', 'relation does not exist', 'bring all machines to the same one'],
  ['25006', 'cannot execute INSERT', 'Name the primary'],
  ['53400', 'configuration limit exceeded', 'Raise its max_connections'],
  ['53100', 'could not extend file', 'Its disk is full or broken'],
  ['57P01', 'terminating connection', 'Try again when DATABASE_URL answers.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed', "Name the server's certificate"],
  ['EPROTO', 'wrong version number', 'No TLS of PostgreSQL is spoken there.'],
  ['EHOSTUNREACH', '', 'Correct host and port'],
  ['', 'Query read timeout', 'Try again when DATABASE_URL answers.'],
])('a database that answers %j (%s) is away, and why says what to do', (code, message, advice) => {
  const error = failed({ code }, `${message}\nmore`);
  const explained = explainPostgres(error) as Error;
  expect(explained).toMatchObject({ name: 'DatabaseAwayError', cause: error });
  expect(explained.message).toContain(`(${message || code}), so nothing has changed.`);
  expect(explained.message).toContain(advice);
});

test.each([
  ['another machine holds its lock', '55P03', 'DatabaseError'],
  ['the disk of this machine is full', 'ENOSPC', 'Error'],
  ['a statement is wrong', '42601', 'Error'],
])('when %s, the database is not away', (_what, code, name) => {
  expect(isAway(failed({ code }))).toBe(false);
  expect(explainPostgres(failed({ code }))).toMatchObject({ name });
});
