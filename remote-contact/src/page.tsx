import { Text, Title } from '@portfolio/kit';

/** /contact */
export default function Page() {
  return (
    <Title>
      <Text path="contact.title" />
    </Title>
  );
}
