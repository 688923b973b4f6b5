import type { ComponentProps, ElementType } from 'react';
import { useSettings } from '../settings.ts';
import { keyframes, pulse, pulsing, styled } from '../styles.ts';
import { useText } from './texts.ts';

type Props<Place extends ElementType> = Omit<ComponentProps<Place>, 'children'> & {
  /** The element that contains only this text, such as `p` or `Title`; by default a `span`. */
  as?: Place;
  path: string;
  /** Replacements of `{name}` in the text, by name; others stay as written. */
  values?: Readonly<Record<string, string>>;
  /** Selects a part of the text. */
  pick?: (words: string) => string;
};

/**
 * An inline text by its key path; a skeleton while a language loads. It has an element of its own, as browser
 * translation replaces text nodes.
 */
export function Text<Place extends ElementType = 'span'>(props: Props<Place>) {
  const { as: Place = 'span' as ElementType, path, values = {}, pick = String, ...rest } = props;
  const text = useText();
  const isLoaded = useSettings((settings) => settings.isLanguageLoaded);
  const words = pick(text(path)).replaceAll(/\{(\w+)\}/g, (written, name) =>
    Object.hasOwn(values, name) ? (values[name] ?? written) : written,
  );
  const skeleton = (
    <Skeleton aria-busy="true">
      <OldText $isAudible>{words}</OldText>
    </Skeleton>
  );
  return <Place {...rest}>{isLoaded ? words : skeleton}</Place>;
}

/** The longest readable line. Not in `ch`, which depends on the fallback font until the font is loaded. */
export const textWidth = '30.8em';

/** The old texts stay visible for this time, in which new ones mostly arrive, so that nothing blinks. */
const soon = '120ms';

const linger = keyframes`
  from { background: transparent; opacity: 1; visibility: visible; }
`;

/** Replaces a text at the size of the old one, so that nothing shifts. */
export const Skeleton = styled.span`
  ${pulsing}
  animation: ${linger} 160ms ${soon} backwards, ${pulse} 1.6s 280ms ease-in-out infinite;
`;

/**
 * Keeps the old text in place, invisible: a line stays audible, as it may name a button or a field; paragraphs are
 * hidden from screen readers and focus, too.
 */
export const OldText = styled.span<{ $isAudible: boolean }>`
  animation: ${linger} 160ms ${soon} backwards;
  ${({ $isAudible }) => ($isAudible ? 'opacity: 0;' : 'visibility: hidden;')}
`;
