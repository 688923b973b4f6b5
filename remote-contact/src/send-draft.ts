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
const sending = createStore(false);
export const useIsSending = sending.use;

let shownHint: number | undefined;

/**
 * Sends what was typed and says in one hint at a time what becomes of it. Nothing happens while
 * another message is on its way.
 * @returns whether there was an address to answer to.
 */
export async function sendDraft(text: Lookup): Promise<boolean> {
  if (sending.read()) return true;
  const draft = readDraft();
  if (!isEmail(draft.email)) {
    say(outcomes.faultyMail);
    return false;
  }
  sending.write(true);
  say(outcomes.loading);
  say(await outcomeOf(draft, text));
  sending.write(false);
  return true;
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
