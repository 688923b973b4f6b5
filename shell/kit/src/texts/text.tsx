import type { TextPath } from '@portfolio/contract/texts.ts';
import { useSettings } from '../settings.ts';
import { LineSkeleton, UnseenLine } from './skeleton.tsx';
import { useText } from './texts.ts';

/** An inline text by its key path. */
export interface TextProps {
  path: TextPath;
  /** What stands in the place of `{name}` in the text, by name; what is not given stays as written. */
  values?: Readonly<Record<string, string>>;
}

/** An inline text by its key path; a skeleton while a language loads. */
export function Text({ path, values = {} }: TextProps) {
  const text = useText();
  const isLoaded = useSettings((settings) => settings.isLanguageLoaded);
  const words = text(path).replaceAll(/\{(\w+)\}/g, (written, name) =>
    Object.hasOwn(values, name) ? (values[name] ?? written) : written,
  );
  if (isLoaded) return words;
  return (
    <LineSkeleton aria-busy="true">
      <UnseenLine>{words}</UnseenLine>
    </LineSkeleton>
  );
}
