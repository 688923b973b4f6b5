import { buttonLook, ExternalLink, styled, Text } from '@portfolio/kit';
import type { Project } from './project.ts';

/** Where to play a project or to read its code; nothing when there is nowhere to go yet. */
export function ProjectLinks({ links }: { links: Project['externalLinks'] }) {
  if (links.length === 0) return null;
  return (
    <List>
      {links.map(({ text, url }) => (
        <li key={url}>
          <LinkButton href={url} tooltip={`${text}Hint`}>
            <Text path={text} />
          </LinkButton>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  justify-content: var(--aligns);
  list-style: none;
  margin: 20px 0 0;
  padding: 0;
`;

const LinkButton = styled(ExternalLink)`
  ${buttonLook}
`;
