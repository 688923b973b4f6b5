import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../layout.ts';
import { Tooltip } from '../links/tooltip.tsx';
import { styled } from '../styled.ts';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { hintSeconds, showHint } from './hints.ts';

const copied = { kind: 'success', path: 'hints.copied' } as const;
const refused = { kind: 'error', path: 'hints.copyRefused' } as const;
let shownHint: number | undefined;

/** Copies a value; the icon and a hint show the result. `label` is the key path of the button's name. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    clearTimeout(timer.current);
    // A page without HTTPS has no clipboard.
    const copying = navigator.clipboard?.writeText(value) ?? Promise.reject();
    const hint = await copying.then(
      () => copied,
      () => refused,
    );
    const seconds = hintSeconds[hint.kind];
    shownHint = showHint({ ...hint, seconds }, shownHint);
    setCopied(hint === copied);
    timer.current = setTimeout(() => setCopied(false), seconds * 1000);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Tooltip path={isCopied ? 'links.copied' : label}>
      <Square data-screen data-app aria-label={text(label)} onClick={copy} $isCopied={isCopied}>
        <Icon size={18} aria-hidden="true" />
      </Square>
    </Tooltip>
  );
}

const Square = styled(IconButton)<{ $isCopied: boolean }>`
  color: ${({ $isCopied }) => ($isCopied ? tokens.success : tokens.textSoft)};
  margin-right: -12px;
`;
