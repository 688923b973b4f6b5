import type { TextPath } from '@portfolio/contract/texts.ts';
import type { ComponentProps, ElementType } from 'react';
import { css, keyframes } from 'styled-components';
import { pulse, pulsing } from '../layout.ts';
import { useSettings } from '../settings.ts';
import { styled } from '../styled.ts';
import { useText } from './texts.ts';

type Props<Place extends ElementType> = Omit<ComponentProps<Place>, 'children'> & {
  /** The element that it is all of, such as `p` or `Title`, with what else that takes; else a `span`. */
  as?: Place;
  path: TextPath;
  /** What stands in the place of `{name}` in the text, by name; what is not given stays as written. */
  values?: Readonly<Record<string, string>>;
  /** What of the text is shown; else all of it. */
  pick?: (words: string) => string;
};

/**
 * An inline text by its key path; a skeleton while a language loads. It has an element of its own: a browser
 * that translates the page puts other nodes in the place of its text, and React finds what it changes.
 */
export function Text<Place extends ElementType = 'span'>(props: Props<Place>) {
  const { as: Place = 'span' as ElementType, path, values = {}, pick = wholeText, ...rest } = props;
  const text = useText();
  const isLoaded = useSettings((settings) => settings.isLanguageLoaded);
  const words = pick(text(path)).replaceAll(/\{(\w+)\}/g, (written, name) =>
    Object.hasOwn(values, name) ? (values[name] ?? written) : written,
  );
  const skeleton = (
    <LineSkeleton aria-busy="true">
      <UnseenLine>{words}</UnseenLine>
    </LineSkeleton>
  );
  return <Place {...rest}>{isLoaded ? words : skeleton}</Place>;
}

const wholeText = (words: string) => words;

/** How wide a text may become before its lines are hard to read. No `ch`: until its font has come, that is another font's 0. */
export const textWidth = '30.8em';

/** Texts mostly come within this time: until then those from before are seen, and nothing blinks. */
const soon = '120ms';

const linger = keyframes`
  from { background: transparent; opacity: 1; visibility: visible; }
`;

/** The surface in the place of texts. */
const pulsingLate = css`
  ${pulsing}
  animation: ${linger} 1ms ${soon} backwards;

  @media (prefers-reduced-motion: no-preference) {
    animation: ${linger} 160ms ${soon} backwards, ${pulse} 1.6s 280ms ease-in-out infinite;
  }
`;

const leavingLate = css`
  animation: ${linger} 1ms ${soon} backwards;

  @media (prefers-reduced-motion: no-preference) {
    animation-duration: 160ms;
  }
`;

/** Stands where an inline text will be; takes the size of the text from before, so nothing shifts. */
const LineSkeleton = styled.span`
  ${pulsingLate}
`;

/** Stands where paragraphs will be. */
export const ParagraphSkeleton = styled.div`
  ${pulsingLate}
  max-width: ${textWidth};
  min-height: 3lh;
`;

/**
 * The text from before keeps its place, unseen. It can still be heard: it may be the name of a button
 * or of a field.
 */
const UnseenLine = styled.span`
  ${leavingLate}
  opacity: 0;
`;

/** Paragraphs from before: unseen and unread, and their links are nowhere. */
export const UnseenParagraphs = styled.div`
  ${leavingLate}
  visibility: hidden;
`;
