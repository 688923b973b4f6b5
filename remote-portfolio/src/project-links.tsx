import { buttonLook, ExternalLink, quietButtonLook, styled, Text } from '@portfolio/kit';
import type { Project } from './project.ts';

/** Where to play a project or to read its code; nothing when there is nowhere to go yet. */
export function ProjectLinks({ links }: { links: Project['externalLinks'] }) {
  if (links.length === 0) return null;
  return (
    <List>
      {links.map(({ text, url }, index) => {
        const Button = index === 0 ? MainButton : QuietButton;
        return (
          <li key={url}>
            <Button href={url} tooltip={`${text}Hint`}>
              <Text path={text} />
            </Button>
          </li>
        );
      })}
    </List>
  );
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  list-style: none;
  margin: 0 0 20px;
  padding: 0;

  @media print {
    gap: 4px 24px;
    margin-bottom: 8px;

    a {
      border: 0;
      min-height: 0;
      padding: 0;
    }
  }
`;

const MainButton = styled(ExternalLink)`
  ${buttonLook}
`;

const QuietButton = styled(ExternalLink)`
  ${quietButtonLook}
`;
