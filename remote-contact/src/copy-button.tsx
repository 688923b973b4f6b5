import { IconButton, styled, Tooltip, tokens, useText } from '@portfolio/kit';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { copyValue } from './copy-value.ts';

interface Props {
  value: string;
  /** The key path of what it copies. */
  label: string;
}

/** As long as the hint that says it aloud. */
const shownMs = 5000;

/** Copies a value; its icon and a hint say whether the browser let it. */
export function CopyButton({ value, label }: Props) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    clearTimeout(timer.current);
    const isDone = await copyValue(value);
    setCopied(isDone);
    timer.current = setTimeout(() => setCopied(false), shownMs);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Tooltip path={isCopied ? 'contact.findMe.copied' : label}>
      <Square aria-label={text(label)} onClick={copy} $isCopied={isCopied}>
        <Icon size={18} aria-hidden="true" />
      </Square>
    </Tooltip>
  );
}

/** Gone on paper, and where the app will not run. */
const Square = styled(IconButton)<{ $isCopied: boolean }>`
  color: ${({ $isCopied }) => ($isCopied ? tokens.success : tokens.textSoft)};
  margin-right: -12px;

  @media print, (scripting: none) {
    display: none;
  }

  html[data-lost]:not([data-ready]) & {
    display: none;
  }
`;
