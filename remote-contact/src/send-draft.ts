import { isEmail } from '@portfolio/contract/message-rules.ts';
import { ApiError, CancelError, callApi, hintSeconds, showHint } from '@portfolio/kit';
import { clearDraft, type Draft, useForm } from './draft.ts';

const outcomes = {
  loading: { kind: 'loading', path: 'hints.loading', seconds: hintSeconds.loading },
  success: { kind: 'success', path: 'hints.mailSuccess', seconds: hintSeconds.success },
  warning: { kind: 'warning', path: 'hints.mailFailure', seconds: hintSeconds.warning },
  faultyMail: { kind: 'error', path: 'hints.faultyMail', seconds: hintSeconds.error },
} as const;

/** Statuses with a sentence of their own. */
const faults: Record<number, string> = {
  413: 'contact.faults.tooLong',
  415: 'contact.faults.notUnderstood',
  429: 'contact.faults.tooMany',
};

let shownHint: number | undefined;

/**
 * Sends the draft and shows its state in one hint at a time. Does nothing while another message is being
 * sent.
 * @returns whether the draft has an address
 */
export async function sendDraft(draft: Draft): Promise<boolean> {
  if (useForm.getState().progress === 'sending') return true;
  const lacksAddress = !isEmail(draft.email);
  useForm.setState({ lacksAddress });
  if (lacksAddress) {
    say(outcomes.faultyMail);
    return false;
  }
  useForm.setState({ progress: 'sending' });
  say(outcomes.loading);
  const outcome = await outcomeOf(draft);
  say(outcome);
  const isSent = outcome === outcomes.success;
  useForm.setState({ progress: isSent ? 'sent' : 'idle' });
  if (isSent) setTimeout(forgetSent, outcome.seconds * 1000);
  return true;
}

/** The button shows the success as long as the hint, unless another message is being sent. */
function forgetSent(): void {
  if (useForm.getState().progress === 'sent') useForm.setState({ progress: 'idle' });
}

async function outcomeOf(draft: Draft): Promise<Saying> {
  try {
    const isSent = await sendMail(draft);
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

/** @returns true when the mail was sent, false when it is stored and sent later */
function sendMail(body: Draft): Promise<boolean> {
  return callApi<boolean>({
    method: 'POST',
    path: '/api/contact',
    body,
    // As long as the hint, in case the server never answers.
    deadlineMs: hintSeconds.loading * 1000,
  });
}

/**
 * The hint for an error. A message that is not the site's own is in English and does not mention the text, so
 * a sentence about the text follows.
 */
function hintForFault(error: unknown): Saying {
  const hint = { kind: 'error', seconds: hintSeconds.exception } as const;
  // The browser's messages for these two ("Failed to fetch") are no help, and in one language only.
  if (error instanceof CancelError) return { ...hint, path: 'contact.faults.noAnswer' };
  if (error instanceof TypeError) return { ...hint, path: 'contact.faults.notReached' };
  const path = error instanceof ApiError && faults[error.status];
  if (path) return { ...hint, path };
  const words = error instanceof Error ? error.message : String(error);
  return { ...hint, words, followUp: 'contact.faults.textKept' };
}
