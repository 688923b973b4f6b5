import { lazyPart, linkLook, styled, Text, tokens, useText } from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { readPig } from './pig-code.ts';

const Nothing = () => null;
// In one file, which is fetched once.
const parts = () => import('./pig-cutter.tsx');
const PigFigure = lazyPart(() => parts().then((part) => part.PigFigure), Nothing, 8000);
const PigCutter = lazyPart(() => parts().then((part) => part.PigCutter), Nothing, 8000);

interface Props {
  /** The pig that replaces the mascot, such as `3501724`. */
  code: string | undefined;
  onChange: (code: string) => void;
}

/**
 * The pig that the visitor has cut or that the address names, such as `/home?pig=3501724`, and the button to cut
 * a new one.
 */
export function OwnPig({ code, onChange }: Props) {
  const text = useText();
  const [state, setState] = useState<'closed' | 'open' | 'lost'>('closed');
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const named = new URLSearchParams(location.search).get('pig');
    if (!named || !readPig(named)) return;
    void PigFigure.fetch().then((isThere) => isThere && onChange(named));
  }, [onChange]);
  const open = async () => setState((await PigCutter.fetch()) ? 'open' : 'lost');
  return (
    <>
      {code && <PigFigure code={code} label={text('home.cut.pig').replace('{code}', code)} />}
      <Start data-screen data-app ref={start} onClick={open}>
        <Text path={state === 'lost' ? 'home.cut.lost' : 'home.cut.start'} />
      </Start>
      {state === 'open' && (
        <PigCutter
          onLeave={(cut) => {
            setState('closed');
            // WebKit does not focus a clicked button, so the dialog cannot return the focus.
            start.current?.focus();
            if (cut) onChange(cut);
          }}
        />
      )}
    </>
  );
}

/** In space that is reserved below the mascot. */
const Start = styled.button`
  ${linkLook}
  border-radius: ${tokens.radius};
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  inset: 100% 0 auto;
  margin: -4px auto 0;
  min-height: 44px;
  padding: 0 6px;
  position: absolute;
  visibility: visible;
  width: fit-content;
`;
