import { styled, Text, tokens } from '@portfolio/kit';
import { useSyncExternalStore } from 'react';
import { createPath, useLocation } from 'react-router-dom';
import { site } from './federation/site.ts';

/**
 * Says that a release is previewed, which one, and how to get back to what is live. No other release
 * stands in for it: where it fails, this says what failed and on which page.
 */
export function PreviewBadge() {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('preview');
  const { preview = '', pages } = site.releases;
  const failureNow = () => site.failureOf(preview);
  const failure = useSyncExternalStore(site.subscribe, failureNow, failureNow);
  if (!preview) return null;
  const page = pages.find(({ section }) => preview.startsWith(`${section}@`));
  return (
    <Badge>
      <span>
        <Text path="notices.preview" /> <code>{preview}</code>
      </span>
      {failure !== undefined && (
        <span>
          <Text path="notices.previewFailed" values={{ path: page?.path ?? '' }} />{' '}
          <code>{String(failure).split('\n')[0]}</code>
        </span>
      )}
      {/* A reload on purpose: what is live is another set of releases. */}
      <Text
        as={Leave}
        href={createPath({ pathname, search: `${query}` })}
        path="notices.leavePreview"
      />
    </Badge>
  );
}

const Badge = styled.aside`
  align-items: center;
  background: ${tokens.surface};
  border: 1px solid ${tokens.primary};
  border-radius: ${tokens.radius};
  bottom: 12px;
  box-shadow: ${tokens.shadow};
  display: flex;
  flex-wrap: wrap;
  font-size: 0.875rem;
  gap: 4px 14px;
  left: 12px;
  padding: 8px 14px;
  position: fixed;
  right: 12px;
  width: fit-content;
  z-index: 9;

  @media print {
    display: none;
  }
`;

const Leave = styled.a`
  align-items: center;
  color: ${tokens.accent};
  display: inline-flex;
  margin-block: -8px;
  min-height: 44px;

  &:active {
    opacity: 0.75;
  }
`;
