import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { createLog } from '../../log.ts';
import { MailPostponedError, openFolderTransport } from './transport.ts';

const mail = { from: 'website@pig.example', to: 'owner@pig.example', subject: 'Hi', text: 'Hello' };
const signal = AbortSignal.timeout(60_000);

function makeFolder() {
  return mkdtempSync(path.join(tmpdir(), 'portfolio-folder-'));
}

test('a mail becomes one whole file named by its id', async () => {
  const folder = makeFolder();
  const transport = openFolderTransport(folder, createLog('silent'));
  expect(await transport.send('abc', mail, signal)).toContain('abc.eml');
  expect(readdirSync(path.join(folder, 'mail'))).toEqual(['abc.eml']);
  const parsed = await simpleParser(readFileSync(path.join(folder, 'mail', 'abc.eml')));
  expect(parsed.subject).toBe('Hi');
  expect(parsed.text).toContain('Hello');
  transport.close();
  rmSync(folder, { recursive: true });
});

test('a folder that cannot be written is a reason to come back', async () => {
  const folder = makeFolder();
  writeFileSync(path.join(folder, 'mail'), 'a file is in the way');
  const transport = openFolderTransport(folder, createLog('silent'));
  await expect(transport.send('abc', mail, signal)).rejects.toThrow(MailPostponedError);
  rmSync(folder, { recursive: true });
});
