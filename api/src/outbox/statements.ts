/**
 * The outbox is this one table. Times are milliseconds since 1970. Who wants a row moves its
 * `due_at`, in one statement, into the future: until then it is nobody else's (a visibility
 * time-out). A process that dies leaves nothing to clean up. Clocks of several machines must agree
 * to within a few seconds.
 */
export const outboxTables = [
  `CREATE TABLE IF NOT EXISTS outbox (
    id TEXT PRIMARY KEY,
    hash TEXT UNIQUE,
    payload TEXT,
    state TEXT NOT NULL,
    in_hand INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    sent_at BIGINT,
    last_answer TEXT
  )`,
  `CREATE INDEX IF NOT EXISTS outbox_due ON outbox (due_at) WHERE state <> 'sent'`,
];

/** A message is stored once: one with the same hash changes nothing and returns nothing. */
export const keep = `
  INSERT INTO outbox (id, hash, payload, state, in_hand, attempts, created_at, due_at)
  VALUES ($1, $2, $3, 'waiting', $4, $4, $5, $6)
  ON CONFLICT (hash) DO NOTHING
  RETURNING id`;

/** What became of the message with this hash. */
export const find = `SELECT id, state FROM outbox WHERE hash = $1`;

/** The condition is said twice: PostgreSQL checks the outer one again once it has the row's lock. */
export const claim = `
  UPDATE outbox SET due_at = $1, in_hand = 1, attempts = attempts + 1
  WHERE state <> 'sent' AND due_at <= $2 AND id IN (
    SELECT id FROM outbox WHERE state <> 'sent' AND due_at <= $2 ORDER BY due_at LIMIT $3
  )
  RETURNING id, hash, payload, attempts, created_at`;

/** The text goes with the mark: what has been sent is in the owner's mailbox and nowhere else. */
export const markSent = `
  UPDATE outbox SET state = 'sent', in_hand = 0, sent_at = $2, last_answer = $3, payload = NULL
  WHERE id = $1
  RETURNING id`;

/** For a message delivered while it could not be stored. */
export const recordSent = `
  INSERT INTO outbox
    (id, hash, state, in_hand, attempts, created_at, due_at, sent_at, last_answer)
  VALUES ($1, $2, 'sent', 0, 1, $3, $3, $4, $5)
  ON CONFLICT DO NOTHING`;

/** After a failed attempt; never for one that another process has marked meanwhile. */
export const postpone = `
  UPDATE outbox SET state = $2, in_hand = 0, due_at = $3, last_answer = $4
  WHERE id = $1 AND state <> 'sent'`;

/** Not while a process has it in hand: it would be sent twice. */
export const retry = `
  UPDATE outbox SET due_at = $2
  WHERE id = $1 AND state <> 'sent' AND (in_hand = 0 OR due_at <= $2)
  RETURNING id`;

/** For the health: how many are not sent, by state. */
export const count = `
  SELECT state, COUNT(*) AS messages, MIN(created_at) AS oldest FROM outbox
  WHERE state <> 'sent' GROUP BY state`;

/** What the mail server said to the refused message that was tried last. */
export const lastRefusal = `
  SELECT last_answer FROM outbox WHERE state = 'refused' ORDER BY due_at DESC LIMIT 1`;

/** For the owner: what is not sent first, then the youngest. */
export const list = `
  SELECT id, state, in_hand, attempts, created_at, due_at, sent_at, last_answer, payload
  FROM outbox ORDER BY CASE WHEN state = 'sent' THEN 1 ELSE 0 END, created_at DESC LIMIT $1`;

/** One line of that list. */
export const findById = `
  SELECT id, state, in_hand, attempts, created_at, due_at, sent_at, last_answer, payload
  FROM outbox WHERE id = $1`;

/** From then on the same message is a new one. */
export const forgetHashes = `
  UPDATE outbox SET hash = NULL WHERE state = 'sent' AND sent_at < $1 AND hash IS NOT NULL`;

/** Nothing is left of the message. */
export const forgetSent = `DELETE FROM outbox WHERE state = 'sent' AND sent_at < $1`;
