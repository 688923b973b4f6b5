import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';

/** What is wrong with a key file; the message says what to do. */
export class BadKeyError extends Error {
  override name = 'BadKeyError';
}

/** A new pair: the private half stays with the team, the public half goes to the owner. Both as PEM. */
export function makeKeyPair(): { privateHalf: string; publicHalf: string; id: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateHalf: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicHalf: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    id: idOfKey(publicKey),
  };
}

/** The id of a key: the first 16 digits of the hash of its public half. */
export function idOfKey(publicKey: KeyObject): string {
  const bytes = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** @throws BadKeyError, also when it is handed a private half */
export function readPublicHalf(text: string): KeyObject {
  if (text.includes('PRIVATE KEY'))
    throw new BadKeyError(
      'This is the private half of a key. It stays with its team: its holder can publish. Add the other file, which ends in .pub, and if this one came by mail or chat, have a new pair made.',
    );
  const key = read(() => createPublicKey(text), 'public', '.pub');
  if (isOfSmallOrder(key))
    throw new BadKeyError(
      'This key opens itself to forgeries: it is a point of small order, which no program makes. Have a new pair made with `portfolio keygen`.',
    );
  return key;
}

/**
 * The y of every point of order 1, 2, 4 and 8, also as it is written beyond the field's prime. For such
 * a key there is a signature that holds for most messages, without a private half.
 */
const smallOrder = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** Whether a key is of small order: every signature would fit it. */
export function isOfSmallOrder(publicKey: KeyObject): boolean {
  const y = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  // The highest bit is the sign of x.
  y[31] = (y[31] ?? 0) & 0x7f;
  return smallOrder.has(y.toString('hex'));
}

/** @throws BadKeyError */
export function readPrivateHalf(text: string): KeyObject {
  return read(() => createPrivateKey(text), 'private', '.key');
}

/** The signature of bytes, in base64. */
export function sign(privateKey: KeyObject, bytes: Uint8Array): string {
  return signBytes(null, bytes, privateKey).toString('base64');
}

function read(make: () => KeyObject, half: string, ending: string): KeyObject {
  const bad = new BadKeyError(
    `This is no ${half} half of a key. \`portfolio keygen\` makes one, in a file that ends in ${ending}.`,
  );
  try {
    const key = make();
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The library's own words would repeat what it read.
  }
  throw bad;
}
