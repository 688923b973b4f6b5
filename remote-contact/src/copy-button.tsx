import { styled, Tooltip, tokens, useText } from '@portfolio/kit';
import { Copy } from 'lucide-react';
import { copyValue } from './copy-value.ts';

interface Props {
  value: string;
  /** The key path of what it copies. */
  label: string;
}

/** Copies a value; a hint says whether the browser let it. */
export function CopyButton({ value, label }: Props) {
  const text = useText();
  return (
    <Tooltip path={label}>
      <Square type="button" aria-label={text(label)} onClick={() => copyValue(value)}>
        <Copy size={18} aria-hidden="true" />
      </Square>
    </Tooltip>
  );
}

const Square = styled.button`
  background: none;
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  color: ${tokens.textSoft};
  cursor: pointer;
  display: grid;
  flex: none;
  height: 44px;
  margin-right: -12px;
  place-items: center;
  width: 44px;

  &:hover {
    border-color: ${tokens.line};
    color: ${tokens.accent};
  }

  @media print {
    display: none;
  }
`;
