import { create } from 'zustand';

const useUnsentText = create<{ forms: readonly string[] }>(() => ({ forms: [] }));

/**
 * Sets whether a form holds unsent text; meanwhile the page offers nothing that would lose it.
 * @param form such as `contact`
 */
export function setUnsentText(form: string, isUnsent: boolean): void {
  useUnsentText.setState(({ forms }) => {
    const others = forms.filter((name) => name !== form);
    return { forms: isUnsent ? [...others, form] : others };
  });
}

/** Whether any form holds unsent text. */
export function hasUnsentText(): boolean {
  return useUnsentText.getState().forms.length > 0;
}

/** `hasUnsentText` as a hook. */
export function useHasUnsentText(): boolean {
  return useUnsentText(hasUnsentText);
}
