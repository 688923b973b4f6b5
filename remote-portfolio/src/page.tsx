import { Text, Title } from '@portfolio/kit';

/** /portfolio */
export default function Page() {
  return (
    <Title>
      <Text path="portfolio.title" />
    </Title>
  );
}
