import { Markdown, Text, Title } from '@portfolio/kit';

/** /{{name}} */
export default function Page() {
  return (
    <>
      <Title>
        <Text path="{{name}}.title" />
      </Title>
      <Markdown path="{{name}}.text" />
    </>
  );
}
