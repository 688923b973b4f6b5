import { Button, styled, Text, Title } from '@portfolio/kit';

/** In the place of a section that cannot be loaded: what happened, and a button that tries again. */
export function SectionFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice role="alert">
      <Title>
        <Text path="notices.sectionFailed.title" />
      </Title>
      <p>
        <Text path="notices.sectionFailed.text" />
      </p>
      <Button type="button" onClick={onRetry}>
        <Text path="notices.retry" />
      </Button>
    </Notice>
  );
}

const Notice = styled.section`
  display: grid;
  gap: 12px;
  justify-items: start;
`;
