import { boxLook, linkLook, styled, Text, tokens } from '@portfolio/kit';
import { createPath, useLocation } from 'react-router-dom';
import { releaseMap } from '../federation/release-map.ts';
import { sectionLoader } from '../federation/section-loader.ts';

/** Previews have no fallback, so the badge says which release failed and on which page. */
export function PreviewBadge() {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('preview');
  const { preview = '', pages } = releaseMap;
  const failed = preview.split(',').find((each) => sectionLoader.failureOf(each) !== undefined);
  const page = pages.find(({ section }) => failed?.startsWith(`${section}@`));
  return (
    <Badge data-screen>
      <span>
        <Text path="notices.preview" /> <code>{preview.replaceAll(',', ', ')}</code>
      </span>
      {failed && (
        <span>
          <Text path="notices.previewFailed" values={{ path: page?.path ?? '' }} />{' '}
          <code>{String(sectionLoader.failureOf(failed)).split('\n')[0]}</code>
        </span>
      )}
      {/* Loads another document, as the live releases are another set. */}
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
  ${boxLook}
  border-color: ${tokens.primary};
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
`;

const Leave = styled.a`
  ${linkLook}
  align-items: center;
  color: ${tokens.accent};
  display: inline-flex;
  margin-block: -8px;
  min-height: 44px;
`;
