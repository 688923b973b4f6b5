import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as rule } from '@jest/globals';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { writeTo } from '@portfolio/test-support/senders.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { until } from '@portfolio/test-support/until.ts';
import { simpleParser } from 'mailparser';

const program = ['/usr/sbin/postfix', '/usr/local/sbin/postfix'].find((file) => existsSync(file));
/** Only root can start Postfix, which then drops its rights. */
const canRunPostfix = program !== undefined && process.getuid?.() === 0;
if (!canRunPostfix) console.info('Postfix is not installed, or we are not root: skipped.');

/** Starts Debian's Postfix on loopback, with its configuration, queue and mailboxes under /tmp. */
async function startPostfix() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portfolio-postfix-'));
  const [queue, data, boxes] = ['queue', 'data', 'boxes'].map((name) => path.join(folder, name));
  for (const part of [queue, data, boxes]) mkdirSync(part ?? '');
  const id = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postfix']));
  chownSync(data ?? '', id('-u'), id('-g'));
  chownSync(boxes ?? '', id('-u'), id('-g'));
  // Postfix's processes run as another user, and mkdtemp gives others no access.
  execFileSync('chmod', ['755', folder]);
  const port = await findFreePort();
  const settings = {
    compatibility_level: 3.6,
    queue_directory: queue,
    data_directory: data,
    maillog_file: path.join(folder, 'mail.log'),
    maillog_file_prefixes: folder,
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'mail.pig.example',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    smtpd_relay_restrictions: 'reject_unauth_destination',
    virtual_mailbox_domains: 'pig.example',
    virtual_mailbox_base: boxes,
    virtual_mailbox_maps: 'inline:{owner@pig.example=owner/}',
    virtual_minimum_uid: 1,
    virtual_uid_maps: `static:${id('-u')}`,
    virtual_gid_maps: `static:${id('-g')}`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(path.join(folder, 'main.cf'), lines.join(''));
  writeFileSync(path.join(folder, 'master.cf'), services(port));

  const server = spawn(program ?? '', ['-c', folder, 'start-fg'], { stdio: 'ignore' });
  await until(() => answers(port), 'Postfix answers');
  const inbox = path.join(boxes ?? '', 'owner', 'new');
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails() {
      const names = existsSync(inbox) ? readdirSync(inbox) : [];
      return names.map((name) => readFileSync(path.join(inbox, name), 'utf8'));
    },
    async stop() {
      // The child is a shell: its end would leave Postfix's master running.
      const ended = once(server, 'exit');
      process.kill(Number(readFileSync(path.join(queue ?? '', 'pid/master.pid'), 'utf8')));
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Debian's master.cf, on the given port and without chroot. */
function services(port: number): string {
  return `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('data', () => socket.end('QUIT\r\n'));
  });
}

const postfix = canRunPostfix ? stopLater(await startPostfix()) : undefined;
const test = postfix ? rule : rule.skip;

test('a real Postfix delivers a message to a mailbox as it was written', async () => {
  const both = { MAIL_FROM: 'website@pig.example', MAIL_TO: 'owner@pig.example' };
  const site = await startApi({ SMTP_URL: postfix?.url ?? '', ...both });
  const message = 'Grüße 🐷\r\n.\r\nFrom here on the text goes on.\r\n..\r\n\r\nEnd';
  const written = { firstName: 'Jörg', lastName: 'Müller, jr.', email: 'j@example.org', message };
  expect(await (await writeTo(site.url, written)).json()).toBe(true);
  await until(() => postfix?.mails().length === 1, 'the mail is in the mailbox');

  const mail = await simpleParser(postfix?.mails()[0] ?? '');
  expect(mail.subject).toBe('Jörg Müller, jr.');
  expect(mail.replyTo?.value).toEqual([{ name: 'Jörg Müller, jr.', address: 'j@example.org' }]);
  expect(mail.text).toContain(message.replaceAll('\r\n', '\n'));
});

test('a message to a recipient that a real Postfix does not know is refused, kept and shown', async () => {
  const to = { MAIL_TO: 'nobody@pig.example' };
  const site = await startApi({ SMTP_URL: postfix?.url ?? '', ...to });
  const written = { firstName: '', lastName: '', email: 'j@example.org', message: 'Hello' };
  expect(await (await writeTo(site.url, written)).json()).toBe(false);
  expect(await site.health()).toMatchObject({
    refused: 1,
    lastRefusal: '550',
  });
});
