import {
  Button,
  boxLook,
  IconButton,
  quietButtonLook,
  styled,
  Text,
  tokens,
  useText,
} from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { drawPigCard } from './pig-card.ts';
import { strokeCount } from './pig-code.ts';
import { drawPig } from './pig-drawing.ts';
import { besideWords, inLowWindow, Shapes, viewBox } from './pig-figure.tsx';
import { type Cut, RoughStone, strokeOf } from './rough-stone.tsx';

export { PigFigure } from './pig-figure.tsx';

interface Props {
  /** @param code the pig, such as `3501724`, once it is cut */
  onLeave: (code: string | undefined) => void;
}

/**
 * A rough ruby that contains a pig: seven strokes cut it free. On the keyboard, arrows turn and move a cut,
 * and Enter makes it. Escape leaves.
 */
export function PigCutter({ onLeave }: Props) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [cuts, setCuts] = useState<readonly Cut[]>([]);
  const [answer, setAnswer] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const pig = cuts.map(strokeOf);
  const code = pig.join('');
  const name = text('home.cut.pig').replace('{code}', code);
  const isCut = cuts.length === strokeCount;
  const isByTouch = cuts.length === 0 && matchMedia('(hover: none)').matches;
  const said = isByTouch ? 'home.cut.touch' : `home.cut.said.${cuts.length}`;
  const address = `${location.origin}${location.pathname}?pig=${code}`;
  const leave = () => {
    const here = new URL(location.href);
    here.searchParams.set('pig', code);
    // A reload, or the way back, brings this pig instead of the mascot.
    if (isCut) history.replaceState(history.state, '', here);
    onLeave(isCut ? code : undefined);
  };

  const keep = async () => {
    try {
      const card = await drawPigCard(pig, { address, words: text('home.cut.card'), name });
      if (navigator.canShare?.({ files: [card] })) await navigator.share({ files: [card] });
      else download(card);
      setAnswer(undefined);
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!isCancelled) setAnswer('home.cut.notKept');
    }
  };
  const copy = async () => {
    const copied = navigator.clipboard?.writeText(address) ?? Promise.reject();
    await copied.then(
      () => setAnswer('home.cut.copied'),
      () => setAnswer('home.cut.notCopied'),
    );
  };

  return (
    <Dialog ref={dialog} aria-labelledby="cut-title" onClose={leave}>
      <Text as={Heading} id="cut-title" path="home.cut.title" />
      <Said role="status">
        <Text path={answer ?? said} />
      </Said>
      {isCut ? (
        <>
          <Pig viewBox={viewBox} role="img" aria-label={name}>
            <Shapes shapes={drawPig(pig)} />
          </Pig>
          <Address href={address}>{address.replace(/^https?:\/\//, '')}</Address>
          <Actions>
            <Text as={Button} autoFocus onClick={keep} path="home.cut.keep" />
            <Text as={Quiet} onClick={copy} path="home.cut.copy" />
            <Text
              as={Quiet}
              onClick={() => {
                setAnswer(undefined);
                setCuts([]);
              }}
              path="home.cut.again"
            />
          </Actions>
        </>
      ) : (
        <RoughStone cuts={cuts} onCut={(cut) => setCuts([...cuts, cut])} />
      )}
      {/* The last element, so that the stone has the focus first. */}
      <Leave aria-label={text('home.cut.leave')} onClick={() => dialog.current?.close()}>
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M3 3l12 12M15 3L3 15" stroke="currentcolor" strokeWidth="2.4" />
        </svg>
      </Leave>
    </Dialog>
  );
}

function download(file: File): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  setTimeout(URL.revokeObjectURL, 60_000, href);
}

const Dialog = styled.dialog`
  ${boxLook}
  box-shadow: ${tokens.shadow};
  box-sizing: border-box;
  color: ${tokens.text};
  max-height: calc(100dvh - 16px);
  max-width: 560px;
  padding: 20px clamp(16px, 5vw, 28px);
  text-align: center;
  width: calc(100vw - 16px);

  ${inLowWindow} {
    column-gap: 20px;
    grid-template: 1fr repeat(3, auto) 1fr / minmax(0, 1fr) min(45%, 100dvh - 66px);
    max-width: 760px;
    padding-right: 60px;

    &[open] {
      display: grid;
    }
  }

  &::backdrop {
    background: rgb(0 8 18 / 72%);
  }
`;

const Heading = styled.h2`
  font-size: 1.375rem;
  font-weight: 600;
  margin: 4px 44px 0;

  ${inLowWindow} {
    align-self: end;
  }
`;

const Leave = styled(IconButton)`
  position: absolute;
  right: 8px;
  top: 8px;
`;

/** As high as the longest sentence, so that the stone does not move. */
const Said = styled.p`
  align-content: center;
  color: ${tokens.textSoft};
  line-height: 1.35;
  margin: 8px 0;
  min-height: 4lh;
  text-wrap: balance;
`;

const Pig = styled.svg`
  display: block;
  margin: auto;
  width: min(100%, 44dvh);

  ${besideWords}
`;

const Address = styled.a`
  color: ${tokens.accent};
  display: inline-block;
  margin: 8px 0 12px;
  overflow-wrap: anywhere;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  justify-content: center;
`;

const Quiet = styled.button`
  ${quietButtonLook}
`;
