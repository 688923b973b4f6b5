import { createHash, timingSafeEqual } from 'node:crypto';
import { RefusedError } from '../release/release-errors.ts';
import { appendLog, changeSite, type Store } from '../store/store.ts';

/** What a token of a team opens. The token itself is known to the team alone. */
export interface Token {
  /** Its SHA-256, in hexadecimal digits. */
  hash: string;
  sections: readonly string[];
  addedAt: string;
  /** The last valid day, in UTC. */
  until?: string | undefined;
  isPreviewOnly?: true | undefined;
}

export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The name of a token in lists and in the log. */
export function idOfToken({ hash }: Pick<Token, 'hash'>): string {
  return hash.slice(0, 12);
}

export async function readTokens({ database }: Pick<Store, 'database'>): Promise<Token[]> {
  const select = 'SELECT description FROM tokens ORDER BY hash';
  const rows = await database.run<{ description: string }>(select);
  return rows.map(({ description }) => JSON.parse(description));
}

/** Adds a token or replaces what it opens, with a line of the log. */
export async function addToken(store: Store, opens: Omit<Token, 'addedAt'>): Promise<Token> {
  const token = { ...opens, addedAt: new Date().toISOString() };
  await changeSite(store, async (tx) => {
    await tx.run(
      `INSERT INTO tokens (hash, description) VALUES ($1, $2)
      ON CONFLICT (hash) DO UPDATE SET description = excluded.description`,
      [token.hash, JSON.stringify(token)],
    );
    const did = `add token ${idOfToken(token)}`;
    await appendLog(tx, { did, section: token.sections.join(',') });
  });
  return token;
}

/** Removes a token, with a line of the log. */
export async function removeToken(store: Store, token: Token): Promise<void> {
  await changeSite(store, async (tx) => {
    await tx.run('DELETE FROM tokens WHERE hash = $1', [token.hash]);
    await appendLog(tx, { did: `remove token ${idOfToken(token)}` });
  });
}

/** @throws RefusedError if the site does not know the token */
export async function findToken(store: Pick<Store, 'database'>, secret: string): Promise<Token> {
  const given = Buffer.from(hashToken(secret), 'hex');
  // All are compared to the end, so that the time tells nothing of any.
  const [found] = (await readTokens(store)).filter(({ hash }) =>
    timingSafeEqual(Buffer.from(hash, 'hex'), given),
  );
  if (found) return found;
  throw new RefusedError(
    'This token is none of this site. The owner adds its SHA-256, which `npx portfolio token` prints: npx portfolio token add <section> <sha256>',
    401,
  );
}

/** @throws RefusedError if the token does not open the section, or may not make anything live */
export function refuseUnlessOpens(token: Token, section: string, makesLive: boolean): void {
  const { sections, until, isPreviewOnly } = token;
  const refuse = (sentence: string) => {
    throw new RefusedError(sentence, 403);
  };
  if (section === 'shell')
    refuse('No token opens the shell, as the server runs a part of it: the owner deploys it.');
  if (until && until < new Date().toISOString().slice(0, 10))
    refuse(`This token ended with ${until}. Ask the owner to add a new one.`);
  if (!sections.includes(section))
    refuse(`This token opens ${sections.join(' and ')}, and not this section.`);
  if (isPreviewOnly && makesLive)
    refuse('This token may only publish previews. Add --preview to a deploy, or ask the owner.');
}
