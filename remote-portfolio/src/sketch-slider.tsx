import {
  css,
  keyframes,
  Picture,
  SharedPicture,
  styled,
  Text,
  tokens,
  useSettings,
  useText,
} from '@portfolio/kit';
import { type FormEvent, useRef } from 'react';
import { type Project, pictureIn, screenshotIn } from './projects.ts';

const size = '(max-width: 1040px) 90vw, 900px';

/** The first screenshot of a project, and over its left part the sketch of it: a slider says how far. */
export function SketchSlider({ project, sketch }: { project: Project; sketch: string }) {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const frame = useRef<HTMLDivElement>(null);
  const [first] = project.images;
  const cover = ({ currentTarget }: FormEvent<HTMLInputElement>) =>
    frame.current?.style.setProperty('--covered', `${currentTarget.value}%`);
  if (!first) return null;
  return (
    <Figure>
      <Frame ref={frame}>
        <Cover>
          <Picture
            path={pictureIn(sketch, language, 'light')}
            alt="portfolio.story.sketch"
            width={1600}
            height={1000}
            size={size}
            isFitted
            isUrgent
          />
        </Cover>
        <SharedPicture name={project.slug}>
          <Picture {...screenshotIn(first, language)} size={size} isFitted isUrgent />
        </SharedPicture>
        <Slide
          data-screen
          data-app
          type="range"
          step={5}
          aria-label={text('portfolio.story.slide')}
          onInput={cover}
        />
        <Edge data-screen data-app />
      </Frame>
      <Text as={Instruction} data-screen data-app path="portfolio.story.drag" />
    </Figure>
  );
}

const Figure = styled.figure`
  margin: 24px 0 0;
`;

/** Without the slider the sketch is beside the picture. */
const besides = '@media print, (scripting: none)';

/** The handle may stand out at both ends. */
const Frame = styled.div`
  --covered: 50%;
  aspect-ratio: 16 / 10;
  position: relative;

  img {
    border-radius: ${tokens.radius};
    outline: 1px solid ${tokens.line};
    outline-offset: -1px;
  }

  ${besides} {
    aspect-ratio: auto;
    display: grid;
    gap: 16px;
    grid-template-columns: 1fr 1fr;
  }
`;

const appear = keyframes`
  from { opacity: 0; }
`;

/** It appears once the picture has arrived from another page. */
const appearing = css`
  animation: ${appear} 0.3s 0.24s backwards;
`;

const Cover = styled.div`
  clip-path: inset(0 calc(100% - var(--covered)) 0 0);
  inset: 0;
  position: absolute;

  ${appearing}

  ${besides} {
    clip-path: none;
    position: static;
  }
`;

/** It lies unseen over the whole picture, so that any place can be dragged; a finger still scrolls the page. */
const Slide = styled.input`
  cursor: ew-resize;
  height: 100%;
  inset: 0;
  margin: 0;
  opacity: 0;
  position: absolute;
  touch-action: pan-y;
  width: 100%;
`;

/**
 * The edge of the sketch, with a handle that shows the slider's focus. Forced colours show the transparent
 * border.
 */
const Edge = styled.div`
  background: ${tokens.button};
  color: ${tokens.buttonText};
  height: 100%;
  left: var(--covered);
  pointer-events: none;
  position: absolute;
  top: 0;
  translate: -50%;
  width: 4px;

  ${appearing}

  &::after {
    background: inherit;
    border: 1px solid transparent;
    border-radius: 50%;
    content: '‹ ›' / '';
    font: 700 1.5rem/34px Outfit;
    height: 40px;
    left: -18px;
    position: absolute;
    text-align: center;
    top: calc(50% - 20px);
    width: 40px;
  }

  ${Slide}:focus-visible + &::after {
    outline: 3px solid ${tokens.text};
  }
`;

const Instruction = styled.figcaption`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  margin-top: 8px;
`;
