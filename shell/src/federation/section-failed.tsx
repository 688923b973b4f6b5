import { Button, Picture, ResourceBase, styled, Text, Title } from '@portfolio/kit';
import { useSite } from '../site.ts';

/** In the place of a section that cannot be loaded: what happened, and a button that tries again. */
export function SectionFailed({ onRetry }: { onRetry: () => void }) {
  const { releases } = useSite();
  return (
    <Notice role="alert">
      {/* The section's own pictures are where the section is. */}
      <ResourceBase value={releases.shell}>
        <Picture path="mud-bath.svg" width={480} height={360} size="320px" isUrgent />
      </ResourceBase>
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
