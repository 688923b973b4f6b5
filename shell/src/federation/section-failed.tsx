import { Button, styled, Text } from '@portfolio/kit';

/** In the place of a section that cannot be loaded: what happened, and a button that tries again. */
export function SectionFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice role="alert">
      <h1>
        <Text path="notices.sectionFailed.title" />
      </h1>
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
  padding: 48px 0;
`;
