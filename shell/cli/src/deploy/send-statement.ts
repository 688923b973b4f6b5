import { createPublicKey, type KeyObject } from 'node:crypto';
import { idOfKey, type Statement, sign } from '@portfolio/releases/access/index.ts';
import { type Answer, refusalOf, type Site } from './remote-site.ts';
import { again } from './send-files.ts';

type WithoutOurs<Part> = Part extends Statement
  ? Omit<Part, 'site' | 'counter' | 'expires'>
  : never;

/** What a statement says, apart from where and when it counts. */
export type Unsigned = WithoutOurs<Statement>;

const validMs = 10 * 60_000;

/**
 * Signs a statement and says it to a site. The clock is the counter; where a clock went
 * ahead of it, the next number is.
 * @throws NotPossibleError when it is refused
 */
export async function sayToSite(
  site: Site,
  privateKey: KeyObject,
  unsigned: Unsigned,
): Promise<Answer> {
  // Said twice it is done once: the site compares what is live.
  const first = await again(() => say(site, privateKey, unsigned, Date.now()));
  const { highest } = first.says;
  const isBehind = first.status === 409 && typeof highest === 'number';
  const answer = isBehind ? await say(site, privateKey, unsigned, highest + 1) : first;
  if (answer.status >= 300) throw refusalOf(answer);
  return answer;
}

function say(
  site: Site,
  privateKey: KeyObject,
  unsigned: Unsigned,
  counter: number,
): Promise<Answer> {
  const expires = new Date(Date.now() + validMs).toISOString();
  const bytes = Buffer.from(JSON.stringify({ ...unsigned, site: site.origin, counter, expires }));
  return site.ask('POST', '/api/publishing', {
    body: new Uint8Array(bytes),
    headers: {
      'Content-Type': 'application/octet-stream',
      'Portfolio-Key': idOfKey(createPublicKey(privateKey)),
      'Portfolio-Signature': sign(privateKey, bytes),
    },
  });
}
