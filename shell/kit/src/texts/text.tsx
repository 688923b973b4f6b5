import { useSettings } from '../settings.ts';
import { LineSkeleton, UnseenLine } from './skeleton.tsx';
import { useText } from './texts.ts';

/** An inline text by its key path; a skeleton while a language loads. */
export function Text({ path }: { path: string }) {
  const text = useText();
  const isLoaded = useSettings((settings) => settings.isLanguageLoaded);
  if (isLoaded) return text(path);
  return (
    <LineSkeleton aria-busy="true">
      <UnseenLine>{text(path)}</UnseenLine>
    </LineSkeleton>
  );
}
