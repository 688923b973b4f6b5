import { create } from 'zustand';

/** How long a hint of each outcome stays, in seconds. */
export const hintSeconds = {
  loading: 60,
  success: 5,
  warning: 5,
  error: 5,
  exception: 10,
} as const;

/** A text by its key path, or words from elsewhere, such as an error's message. */
export type HintWords = { path: string } | { words: string };

/** A visible hint. */
export type Hint = HintWords & {
  id: number;
  kind: 'loading' | 'success' | 'warning' | 'error' | 'info';
  seconds: number;
  /** The key path of a sentence after the words, such as what has become of a text. */
  followUp?: string;
  /** A button in the hint. */
  action?: { path: string; run: () => void };
};

/** The visible hints, oldest first; rendered by the shell, in the open dialog where there is one. */
export const useHints = create<{ hints: readonly Hint[]; dialog?: Element | undefined }>(() => ({
  hints: [],
}));

let lastId = 0;

/**
 * Shows a hint (a toast).
 * @param replaces the id of a hint to show it in place of
 * @returns the hint's id.
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

/**
 * Removes a hint.
 * @returns whether it was still visible.
 */
export function dropHint(id: number): boolean {
  const { hints } = useHints.getState();
  const rest = hints.filter((hint) => hint.id !== id);
  useHints.setState({ hints: rest });
  return rest.length < hints.length;
}
