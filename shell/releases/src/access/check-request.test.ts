import { expect, test } from '@jest/globals';
import {
  addTeam,
  describeRelease,
  inMinutes,
  publishRequest,
} from '@portfolio/test-support/signed-requests.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import {
  type ReceivedRequest,
  refuseUnlessOpened,
  useNonce,
  verifySignature,
} from './check-request.ts';
import { PublishRefusedError, readRequest, type SignedRequest } from './signed-request.ts';
import { type Key, readKeys } from './team-keys.ts';

const { release } = describeRelease('games');
const store = await temporaryStore();
const team = await addTeam(store, ['games']);

/** Checks a request as the server does. */
function verifyStatement(
  keys: readonly Key[],
  signed: ReceivedRequest,
  here: Parameters<typeof refuseUnlessOpened>[2] = {},
): SignedRequest {
  const key = verifySignature(keys, signed);
  const statement = readRequest(signed.bytes);
  refuseUnlessOpened(key, statement, here);
  return statement;
}

async function statusOf(signed: ReceivedRequest, now?: Date): Promise<number> {
  try {
    verifyStatement(await readKeys(store), signed, { now });
    return 200;
  } catch (error) {
    if (error instanceof PublishRefusedError) return error.status;
    throw error;
  }
}

const says = (changed: object = {}) => team.sign(publishRequest(release, changed));

test("a team's requests for its own section are accepted", async () => {
  expect(await statusOf(says())).toBe(200);
  for (const does of ['roll back', 'retire']) {
    const { isPreview, description, ...move } = publishRequest(release, { does });
    expect(await statusOf(team.sign(move))).toBe(200);
  }
});

test('any changed byte of a request or its signature is refused', async () => {
  const keys = await readKeys(store);
  const { bytes, signature, keyId } = says();
  const refusal = expect.objectContaining({ status: 401 });
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => verifyStatement(keys, { bytes: changed, signature, keyId })).toThrow(refusal);
  }
  const other = Buffer.from(signature, 'base64');
  for (let at = 0; at < other.length; at += 1) {
    const changed = Buffer.from(other);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const forged = { bytes, signature: changed.toString('base64'), keyId };
    expect(() => verifyStatement(keys, forged)).toThrow(refusal);
  }
});

test.each(['', 'AAAA', 'not base64', 'A'.repeat(10_000)])(
  '%.20j is no signature',
  async (signature) => {
    expect(await statusOf({ ...says(), signature })).toBe(401);
  },
);

test('an unknown key, one of another section, and an expired one are refused', async () => {
  expect(await statusOf({ ...says(), keyId: 'f'.repeat(16) })).toBe(401);
  const stolen = await addTeam(store, ['home']);
  expect(await statusOf(stolen.sign(publishRequest(release)))).toBe(403);
  const old = await addTeam(store, ['games'], { until: '2026-01-31' });
  const inTime = publishRequest(release, { expires: '2026-01-31T23:59:59.000Z' });
  expect(await statusOf(old.sign(inTime), new Date('2026-01-31T23:59:00Z'))).toBe(200);
  expect(await statusOf(old.sign(inTime), new Date('2026-02-01T00:00:00Z'))).toBe(401);
});

test('a key for previews can publish previews only', async () => {
  const careful = await addTeam(store, ['games'], { isPreviewOnly: true });
  const preview = publishRequest(release, { isPreview: true });
  expect(await statusOf(careful.sign(preview))).toBe(200);
  expect(await statusOf(careful.sign(publishRequest(release)))).toBe(403);
  const { isPreview, description, ...move } = publishRequest(release);
  expect(await statusOf(careful.sign({ ...move, does: 'roll back' }))).toBe(403);
});

test('only the site that a request names accepts it', async () => {
  const keys = await readKeys(store);
  const signed = says({ site: 'https://try-out.example.com' });
  expect(() => verifyStatement(keys, signed, { site: 'https://www.example.com' })).toThrow(
    'The request is for https://try-out.example.com, and this is https://www.example.com.',
  );
  verifyStatement(keys, signed, { site: 'https://try-out.example.com' });
});

test('clocks may differ by two minutes, and requests expire within minutes', async () => {
  const now = Date.now();
  const at = (minutes: number) => new Date(now + minutes * 60_000);
  expect(await statusOf(says({ expires: inMinutes(10) }), at(2))).toBe(200);
  expect(await statusOf(says({ expires: inMinutes(10) }), at(-2))).toBe(200);
  expect(await statusOf(says({ expires: inMinutes(10) }), at(14))).toBe(401);
  expect(await statusOf(says({ expires: inMinutes(20) }), at(0))).toBe(401);
});

test('a thief of a key cannot lock its owner out by a nonce ahead of the clock', async () => {
  const now = new Date();
  for (const nonce of [Number.MAX_SAFE_INTEGER, now.getTime() + 14 * 60_000])
    expect(await statusOf(says({ nonce }), now)).toBe(401);
  // The owner's next nonce is accepted even after the highest that a thief could use.
  const highest = now.getTime() + 13 * 60_000;
  expect(await statusOf(says({ nonce: highest }), now)).toBe(200);
  expect(await statusOf(says({ nonce: highest + 1 }), new Date(now.getTime() + 1))).toBe(200);
});

const unreadable = expect.objectContaining({ status: 400 });
const bytesOf = (statement: object) =>
  Buffer.isBuffer(statement) ? statement : Buffer.from(JSON.stringify(statement));
test.each([
  ['no JSON', Buffer.from('{')],
  ['no statement', Buffer.from('null')],
  ['a word for nothing there is', publishRequest(release, { does: 'remove' })],
  ['more than there is to say', publishRequest(release, { also: 1 })],
  ['another id than that of the description', publishRequest(release, { release: 'f'.repeat(12) })],
  [
    'a description of another hash than its id',
    publishRequest({ ...release, requires: { react: '^19.0.0' } }),
  ],
  ['the shell', publishRequest(describeRelease('shell').release)],
  ['a description of another section', publishRequest(release, { section: 'home' })],
  ['a nonce that is none', publishRequest(release, { nonce: 1.5 })],
  ['no site', publishRequest(release, { site: undefined })],
  ['no expiry', publishRequest(release, { expires: 'never' })],
  [
    'a file that leads elsewhere',
    publishRequest(describeRelease('games', { 'main.mjs': '', '../up.svg': 'x' }).release),
  ],
])('%s is refused', (_what, statement) => {
  expect(() => readRequest(bytesOf(statement))).toThrow(unreadable);
});

test('__proto__ is not read as a file of a release', () => {
  const text = JSON.stringify(publishRequest(describeRelease('games').release));
  const place = JSON.stringify({ bytes: 1, integrity: `sha384-${'A'.repeat(64)}` });
  const bytes = Buffer.from(text.replace('"files":{', `"files":{"__proto__":${place},`));
  expect(bytes.toString()).toContain('__proto__');
  expect(JSON.stringify(readRequest(bytes))).not.toContain('__proto__');
});

test('too many files or bytes are refused before a file is sent', () => {
  const many = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`resources/${index}.svg`, '']),
  );
  const { release: crowded } = describeRelease('games', { 'main.mjs': '', ...many });
  expect(() => readRequest(bytesOf(publishRequest(crowded)))).toThrow(unreadable);
  const files = {
    ...release.files,
    'film.mp4': { bytes: 2 ** 31, integrity: `sha384-${'A'.repeat(64)}` },
  };
  const { release: heavy } = describeRelease('games', undefined, { files });
  expect(() => readRequest(bytesOf(publishRequest(heavy)))).toThrow(unreadable);
});

test('a nonce counts once per key, and the refusal has the highest so far', async () => {
  const store = await temporaryStore();
  await useNonce(store, 'a', 5);
  await useNonce(store, 'b', 1);
  await useNonce(store, 'a', 7);
  for (const nonce of [7, 6, 5, 1])
    await expect(useNonce(store, 'a', nonce)).rejects.toThrow(
      expect.objectContaining({ status: 409, details: { highest: 7 } }),
    );
  await useNonce(store, 'b', 2);
});
