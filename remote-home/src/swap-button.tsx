import {
  hintSeconds,
  linkLook,
  type Swapped,
  showHint,
  styled,
  Text,
  ThisRelease,
  tokens,
  useSettings,
  useText,
} from '@portfolio/kit';
import { use, useState } from 'react';

/** Swaps this section for its other release and back; nothing without another. */
export function SwapButton() {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const [isBusy, setIsBusy] = useState(false);
  const { swap, swapped } = use(ThisRelease);
  if (!swap) return null;
  // Looked up before, since the texts change with the release.
  const words = { put: text('home.plan.put'), back: text('home.plan.putBack') };
  const swapRoom = async () => {
    setIsBusy(true);
    try {
      await swap((now) => fillIn(now.isLive ? words.back : words.put, now, language));
    } catch {
      setIsBusy(false);
      showHint({ kind: 'error', path: 'home.plan.lost', seconds: hintSeconds.error });
    }
  };
  return (
    // The focus moves to the element of the other release with the same id.
    <Swap id="swap" aria-busy={isBusy} onClick={() => isBusy || swapRoom()}>
      <Text path={swapped?.isLive === false ? 'home.plan.swapBack' : 'home.plan.swap'} />
    </Swap>
  );
}

/** Fills a text with measurements, such as `{ms} ms, {kB} kB`. */
export function fillIn(words: string, { ms, bytes }: Swapped, language: string): string {
  const kB = (bytes / 1000).toLocaleString(language, { maximumFractionDigits: 1 });
  return words.replace('{ms}', ms.toLocaleString(language)).replace('{kB}', kB);
}

/** The row clips the button, which is 44 px high, so the focus ring surrounds its words. */
const Swap = styled.button`
  ${linkLook}
  color: ${tokens.accent};
  font-weight: 550;
  margin-block: -10px;
  min-height: 44px;

  &:focus-visible {
    outline: 0;

    span {
      outline: 2px solid ${tokens.accent};
      outline-offset: 3px;
    }
  }

  &[aria-busy='true'] {
    opacity: 0.75;
  }
`;
