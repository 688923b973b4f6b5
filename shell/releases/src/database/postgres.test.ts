import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { insert, words } from '@portfolio/test-support/words-database.ts';
import { openDatabase } from './database.ts';

const isReady = 'Z\0\0\0\x05I';
const isDone = 'C\0\0\0\x07OK\0';
/** A table of one BIGINT. */
const number =
  'T\0\0\0\x1c\0\x01now\0\0\0\0\0\0\0\0\0\0\x14\0\x08\xff\xff\xff\xff\0\0D\0\0\0\x0e\0\x01\0\0\0\x041234';
const isTwice = 'E\0\0\0\x17SERROR\0C23505\0Mno\0\0';

/** Says yes to most, as PostgreSQL's protocol has it. */
async function startFake() {
  const asked: string[] = [];
  const server = createServer((socket) =>
    socket.on('data', (data) => {
      const text = data.toString('latin1').replaceAll(/[^ -~]+/g, ' ');
      asked.push(text);
      const said = /clock/.test(text) ? number + isDone : /twice/.test(text) ? isTwice : isDone;
      if (/break/.test(text)) socket.destroy();
      else if (text === ' /') socket.write('N');
      else socket.write((/ user /.test(text) ? 'R\0\0\0\x08\0\0\0\0' : said) + isReady, 'latin1');
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stopLater({ stop: async () => void server.close() });
  const { port } = server.address() as AddressInfo;
  return { asked, url: `postgres://me:secret@127.0.0.1:${port}/site` };
}

async function open(DATABASE_URL: string) {
  const store = await openDatabase({ DATA_DIR: '', DATABASE_URL }, words);
  return stopLater({ ...store, stop: store.close });
}

test('PostgreSQL is told the bounds of a connection, and takes one writer at a time', async () => {
  const { asked, url } = await startFake();
  const store = await open(url);
  expect(await store.now()).toBe(1234);
  const writing = store.transact((tx) => tx.run(insert, ['twice', 5]));
  await expect(writing).rejects.toMatchObject({ code: '23505' });
  const hello =
    ' user me database site application_name portfolio statement_timeout 60000 lock_timeout 3000 idle_in_transaction_session_timeout 45000 options -c synchronous_commit=on client_encoding UTF8 ';
  const clock = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now ';
  const begin = "BEGIN; SET LOCAL lock_timeout = '30s'; SELECT pg_advisory_xact_lock(5037) ";
  expect(asked.slice(0, 3)).toEqual([hello, `Q I${clock}`, `Q N${begin}`]);
  // No connection outlives its transaction.
  expect(asked.slice(8, 12)).toEqual(['Q COMMIT ', 'X ', hello, `Q N${begin}`]);
  await store.close();
});

test.each([
  ['no server', /:\d+\//, ':1/', 'connect ECONNREFUSED 127.0.0.1:1'],
  ['a server that breaks', '', '', 'Connection terminated unexpectedly'],
  ['one without TLS', /$/, '?sslmode=verify-full', 'The server does not support SSL connections'],
])('the error for %s is one sentence with the reason', async (_what, part, other, reason) => {
  const { url } = await startFake();
  const { run } = await open(url.replace(part, other));
  await expect(run('SELECT break')).rejects.toMatchObject({
    name: 'DatabaseAwayError',
    message: `The database cannot be asked (${reason}). Pages are served meanwhile. A change may have counted: look at \`npx portfolio releases\` before you try again. If it stays so, look at DATABASE_URL and at the log of PostgreSQL.`,
  });
});
