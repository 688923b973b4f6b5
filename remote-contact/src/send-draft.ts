import { ApiError, CancelError, hintSeconds, isEmail, sendMail, showHint } from '@portfolio/kit';
import { changeForm, clearDraft, type Draft, readForm } from './draft.ts';

/** Every outcome that is no exception: the text of its notice, its kind and its duration. */
const outcomes = {
  loading: { kind: 'loading', path: 'hints.loading', seconds: hintSeconds.loading },
  success: { kind: 'success', path: 'hints.mailSuccess', seconds: hintSeconds.success },
  warning: { kind: 'warning', path: 'hints.mailFailure', seconds: hintSeconds.warning },
  faultyMail: { kind: 'error', path: 'hints.faultyMail', seconds: hintSeconds.error },
} as const;

/** What is said for statuses beyond the catalogue: sentences that say all there is. */
const faults: Record<number, string> = {
  413: 'contact.faults.tooLong',
  415: 'contact.faults.notUnderstood',
  429: 'contact.faults.tooMany',
};

let shownHint: number | undefined;

/**
 * Sends what was typed and says in one hint at a time what becomes of it. Nothing happens while
 * another message is on its way.
 * @returns whether there was an address to answer to.
 */
export async function sendDraft(): Promise<boolean> {
  const { draft, progress } = readForm();
  if (progress === 'sending') return true;
  const lacksAddress = !isEmail(draft.email);
  changeForm({ lacksAddress });
  if (lacksAddress) {
    say(outcomes.faultyMail);
    return false;
  }
  changeForm({ progress: 'sending' });
  say(outcomes.loading);
  const outcome = await outcomeOf(draft);
  say(outcome);
  const isSent = outcome === outcomes.success;
  changeForm({ progress: isSent ? 'sent' : 'idle' });
  if (isSent) setTimeout(forgetSent, outcome.seconds * 1000);
  return true;
}

/** The button says it as long as the hint, unless the next message is on its way. */
function forgetSent(): void {
  if (readForm().progress === 'sent') changeForm({ progress: 'idle' });
}

async function outcomeOf(draft: Draft): Promise<Saying> {
  try {
    // As long as the hint: a server that never answers must not keep the button busy for ever.
    const isSent = await sendMail(sendable(draft), { deadlineMs: hintSeconds.loading * 1000 });
    if (isSent) clearDraft(draft);
    return isSent ? outcomes.success : outcomes.warning;
  } catch (error) {
    return hintForFault(error);
  }
}

type Saying = Parameters<typeof showHint>[0];

function say(saying: Saying): void {
  shownHint = showHint(saying, shownHint);
}

/** The draft as the API takes it: the honeypot goes along only when something filled it. */
function sendable({ website, ...draft }: Draft) {
  return website ? { ...draft, website } : draft;
}

/**
 * The hint for what sending threw: its message. One that is not the site's own comes in English and
 * says nothing of the text, so a sentence follows that does.
 */
function hintForFault(error: unknown): Saying {
  const hint = { kind: 'error', seconds: hintSeconds.exception } as const;
  // The browser's own words for these two ("Failed to fetch") do not help, and are in one language only.
  if (error instanceof CancelError) return { ...hint, path: 'contact.faults.noAnswer' };
  if (error instanceof TypeError) return { ...hint, path: 'contact.faults.notReached' };
  const path = error instanceof ApiError && faults[error.status];
  if (path) return { ...hint, path };
  const words = error instanceof Error ? error.message : String(error);
  return { ...hint, words, followUp: 'contact.faults.textKept' };
}
