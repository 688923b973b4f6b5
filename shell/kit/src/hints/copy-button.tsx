import { Copy } from 'lucide-react';
import { Tooltip } from '../links/tooltip.tsx';
import { IconButton, styled, tokens } from '../styles.ts';
import { useText } from '../texts/texts.ts';
import { hintSeconds, showHint } from './hints.tsx';

const copied = { kind: 'success', path: 'hints.copied' } as const;
const refused = { kind: 'error', path: 'hints.copyRefused' } as const;
let shownHint: number | undefined;

/** Copies a value, and says in a hint whether that worked. `label` is the key path of the button's name. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const text = useText();
  const copy = async () => {
    // A page without HTTPS has no clipboard.
    const copying = navigator.clipboard?.writeText(value) ?? Promise.reject();
    const hint = await copying.then(
      () => copied,
      () => refused,
    );
    shownHint = showHint({ ...hint, seconds: hintSeconds[hint.kind] }, shownHint);
  };
  return (
    <Tooltip path={label}>
      <Square data-screen data-app aria-label={text(label)} onClick={copy}>
        <Copy size={18} aria-hidden="true" />
      </Square>
    </Tooltip>
  );
}

const Square = styled(IconButton)`
  color: ${tokens.textSoft};
  margin-right: -12px;
`;
