import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message.ts';
import { seed } from '@portfolio/test-support/seed.ts';
import { writeTo } from '@portfolio/test-support/senders.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';
import fc from 'fast-check';
import { hashMessage, messageSchema } from '../contact/read-message.ts';

const site = await startApi({ RATE_LIMIT: 'off' });

const runs = 600;

const nasty = fc.constantFrom(
  'zoe@example.org',
  'zoe@example.org\r\nBcc: all@example.org',
  '\r\n.\r\nMAIL FROM:<eve@example.org>\r\n',
  '\u0000',
  '\ud83d',
  '\u202e',
  '{"$gt":""}',
  "'; DROP TABLE outbox; --",
  '=?utf-8?q?=0d=0aBcc:_x?=',
  'x'.repeat(messageLimits.message + 1),
  'a@'.repeat(3000),
);
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 2, arbitrary: nasty },
);
const email = fc.oneof({ weight: 4, arbitrary: fc.emailAddress() }, { weight: 1, arbitrary: text });
const fields = { firstName: text, lastName: text, email, message: text };
// A computed key makes `__proto__` a field; a plain one would set the prototype.
const more = { ...fields, to: fc.jsonValue(), ['__proto__']: fc.jsonValue() };
const body = fc.oneof(
  { weight: 6, arbitrary: fc.record(fields).map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc.record(more, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

function judge(sent: string) {
  try {
    return messageSchema.safeParse(JSON.parse(sent)).data;
  } catch {
    return undefined;
  }
}

test(`of ${runs} generated bodies (seed ${seed}) valid ones become mails, others get 400 or 413, and none a 5xx`, async () => {
  const bodies = fc.sample(body, { numRuns: runs, seed });
  const good = new Set<string>();
  let bad = 0;

  async function check(sent: string): Promise<void> {
    const message = judge(sent);
    const response = await writeTo(site.url, sent);
    const answer = await response.json();
    if (message && response.status === 200) {
      // On a busy machine some messages are mailed after the answer.
      expect(answer).toEqual(expect.any(Boolean));
      good.add(hashMessage(message));
    } else {
      bad += 1;
      expect([message, response.status]).toEqual([undefined, expect.any(Number)]);
      expect([400, 413]).toContain(response.status);
      expect(answer).toMatchObject({ error: expect.stringMatching(/\.$/) });
    }
  }

  while (bodies.length > 0) await Promise.all(bodies.splice(0, 20).map(check));
  const mails = () => readdirSync(path.join(site.dataDir, 'mail'));
  await until(() => mails().length >= good.size, 'every message is a mail');
  expect(Math.min(good.size, bad)).toBeGreaterThan(runs / 12);
  expect(mails()).toHaveLength(good.size);
});
