import { create } from 'zustand';

/** How long a hint of each outcome stays, in seconds. */
export const hintSeconds = {
  loading: 60,
  success: 5,
  warning: 5,
  error: 5,
  exception: 10,
} as const;

/** What is said: a text by its key path, or words that come from elsewhere (an error's message). */
export type HintWords = { path: string } | { words: string };

/** A hint as it is shown. */
export type Hint = HintWords & {
  id: number;
  kind: 'loading' | 'success' | 'warning' | 'error' | 'info';
  seconds: number;
  /** The key path of a sentence after the words, such as what has become of a text. */
  followUp?: string;
  /** A button in the hint. */
  action?: { path: string; run: () => void };
};

/** The hints on the page, oldest first; drawn by the shell, in the dialog that is open over it. */
export const useHints = create<{ hints: readonly Hint[]; dialog?: Element | undefined }>(() => ({
  hints: [],
}));

let lastId = 0;

/**
 * Shows a hint (a toast). Given the id of one that is shown, takes its place instead.
 * @returns the hint's id.
 */
export function showHint(
  hint: Omit<Hint, 'id' | keyof HintWords> & HintWords,
  replaces?: number,
): number {
  lastId += 1;
  const shown = { ...hint, id: lastId } as Hint;
  useHints.setState(({ hints }) => ({
    hints: [...hints.filter(({ id }) => id !== replaces), shown],
  }));
  return shown.id;
}

/**
 * Takes a hint away; one that is gone already is no fault.
 * @returns whether it was still there.
 */
export function dropHint(id: number): boolean {
  const { hints } = useHints.getState();
  const rest = hints.filter((hint) => hint.id !== id);
  useHints.setState({ hints: rest });
  return rest.length < hints.length;
}
