import { create } from 'zustand';

/** The display time of a hint by outcome, in seconds. */
export const hintSeconds = {
  loading: 60,
  success: 5,
  warning: 5,
  error: 5,
  exception: 10,
  /** Until the visitor closes it. */
  lasting: 86_400,
} as const;

/** A text by its key path, or words from elsewhere, such as an error's message. */
export type HintWords = { path: string } | { words: string };

/** A visible hint. */
export type Hint = HintWords & {
  id: number;
  kind: 'loading' | 'success' | 'warning' | 'error' | 'info';
  seconds: number;
  /** A sentence after the words, such as whether a text is kept: its key path, or as it is shown. */
  followUp?: string;
  action?: { path: string; run: () => void };
};

/** The visible hints, oldest first. The shell renders them, in the open dialog if there is one. */
export const useHints = create<{ hints: readonly Hint[]; dialog?: Element | undefined }>(() => ({
  hints: [],
}));

let lastId = 0;

/**
 * Shows a hint (a toast).
 * @param replaces the id of a hint to replace
 * @returns the hint's id
 */
export function showHint(
  hint: Omit<Hint, 'id' | keyof HintWords> & HintWords,
  replaces?: number,
): number {
  lastId += 1;
  const added = { ...hint, id: lastId } as Hint;
  useHints.setState(({ hints }) => ({
    hints: [...hints.filter(({ id }) => id !== replaces), added],
  }));
  return added.id;
}

/** Removes a hint. */
export function dropHint(id: number): void {
  useHints.setState(({ hints }) => ({ hints: hints.filter((hint) => hint.id !== id) }));
}
