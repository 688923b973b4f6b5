import {
  Button,
  css,
  Gallery,
  lazyPart,
  Picture,
  SharedPicture,
  styled,
  Text,
  useSettings,
} from '@portfolio/kit';
import { useState } from 'react';
import { type Project, screenshotIn } from './projects.ts';
import type { PuddleProps } from './puddle.tsx';

const Nothing = () => null;
const Puddle = lazyPart(() => import('./puddle.tsx').then((m) => m.Puddle), Nothing, 8000);

type Props = Pick<Project, 'slug' | 'images' | 'externalLinks' | 'puddle'>;

/** One screenshot across the column, below it the strip of all of them at 5rem. */
export function Screenshots({ slug, images, externalLinks, puddle }: Props) {
  const language = useSettings((settings) => settings.language);
  const measured = images.map((image) => screenshotIn(image, language));
  const [first] = measured;
  return (
    <Frame>
      {puddle && <Trial mascot={puddle} game={externalLinks[0]?.url} />}
      <Gallery
        images={measured}
        size="5rem"
        isSmall
        look={strip}
        lead={
          first && (
            <SharedPicture name={slug}>
              <Picture {...first} alt="" size="(max-width: 600px) 90vw, 600px" isFitted />
            </SharedPicture>
          )
        }
      />
    </Frame>
  );
}

/** A button on the large picture; the puddle takes that one's place. */
function Trial({ mascot, game }: Omit<PuddleProps, 'onLeave'>) {
  const [state, setState] = useState<'untried' | 'open' | 'left' | 'lost'>('untried');
  const open = async () => setState((await Puddle.fetch()) ? 'open' : 'lost');
  return (
    <OnPicture data-screen data-app>
      {state === 'open' ? (
        <Puddle mascot={mascot} game={game} onLeave={() => setState('left')} />
      ) : (
        // After leaving the puddle the focus is where it was entered.
        <Try autoFocus={state === 'left'} onClick={open}>
          <Text path={state === 'lost' ? 'portfolio.puddle.lost' : 'portfolio.puddle.try'} />
        </Try>
      )}
    </OnPicture>
  );
}

const Frame = styled.div`
  grid-area: screenshots;
  position: relative;
`;

/**
 * One row that scrolls, with room for the focus ring; four of 5rem stand closer before they do. On paper the large
 * picture is hidden, and the thumbnails share its width.
 */
const strip = css`
  column-gap: clamp(5px, (100% - 20rem) / 3, 16px);
  margin: 7px -5px -5px;
  overflow-x: auto;
  padding: 5px;
  scrollbar-width: none;

  > li {
    flex: none;
  }

  @media print {
    column-gap: 6px;
    margin: 0;
    padding: 0;

    > li {
      flex: 1;
    }

    button,
    img {
      width: 100%;
    }
  }
`;

/** As large as the picture. */
const OnPicture = styled.div`
  align-items: end;
  aspect-ratio: 16 / 10;
  container-type: inline-size;
  display: flex;
  inset: 0 0 auto;
  padding: 12px;
  pointer-events: none;
  position: absolute;
  z-index: 1;
`;

/** Not before the picture is in its place, which lies over it on the way from another page. */
const Try = styled(Button)`
  box-shadow: 0 4px 16px rgb(0 0 0 / 40%);
  pointer-events: auto;
  transition: opacity 0.15s;

  html:is([data-change='forward'], [data-change='back']) & {
    opacity: 0;
  }
`;
