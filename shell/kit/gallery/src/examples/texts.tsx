import { Markdown, Text, useText } from '@portfolio/kit';

export function TextExamples() {
  const text = useText();
  return (
    <>
      <Text as="p" path="kit.example.greeting" values={{ name: 'Rubin' }} />
      <Markdown path="kit.example.markdown" />
      <input aria-label={text('kit.example.title')} />
    </>
  );
}
