import { hintSeconds, isEmail, type Lookup, sendMail, showHint } from '@portfolio/kit';
import { clearDraft, type Draft, readDraft } from './draft.ts';
import { hintForFault, sentencesFor } from './faults.ts';
import { sendable } from './sendable.ts';
import { createStore } from './store.ts';

/** Every outcome that is no exception: what is said, how and for how long. */
const outcomes = {
  loading: { kind: 'loading', path: 'hints.loading', seconds: hintSeconds.loading },
  success: { kind: 'success', path: 'hints.mailSuccess', seconds: hintSeconds.success },
  warning: { kind: 'warning', path: 'hints.mailFailure', seconds: hintSeconds.warning },
  faultyMail: { kind: 'error', path: 'hints.faultyMail', seconds: hintSeconds.error },
} as const;

// Outside of any component: a message goes on, and is not sent twice, while its writer is elsewhere.
const sending = createStore<'idle' | 'sending' | 'sent'>('idle');
export const useSending = sending.use;

/** Whether sending was tried without an address: from then on its absence is a fault. */
const lacksAddress = createStore(false);
export const useLacksAddress = lacksAddress.use;

let shownHint: number | undefined;

/**
 * Sends what was typed and says in one hint at a time what becomes of it. Nothing happens while
 * another message is on its way.
 * @returns whether there was an address to answer to.
 */
export async function sendDraft(text: Lookup): Promise<boolean> {
  if (sending.read() === 'sending') return true;
  const draft = readDraft();
  lacksAddress.write(!isEmail(draft.email));
  if (lacksAddress.read()) {
    say(outcomes.faultyMail);
    return false;
  }
  sending.write('sending');
  say(outcomes.loading);
  const outcome = await outcomeOf(draft, text);
  say(outcome);
  sending.write(outcome === outcomes.success ? 'sent' : 'idle');
  if (sending.read() === 'sent') setTimeout(forgetSent, outcome.seconds * 1000);
  return true;
}

/** The button says it as long as the hint, unless the next message is on its way. */
function forgetSent(): void {
  if (sending.read() === 'sent') sending.write('idle');
}

async function outcomeOf(draft: Draft, text: Lookup): Promise<Saying> {
  try {
    const isSent = await sendMail(sendable(draft), {
      errors: sentencesFor(text),
      // As long as the hint: a server that never answers must not keep the button busy for ever.
      deadlineMs: hintSeconds.loading * 1000,
    });
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
