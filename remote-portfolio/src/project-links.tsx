import { buttonLook, css, ExternalLink, quietButtonLook, styled, Text } from '@portfolio/kit';
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
  margin: 20px 0 0;
  padding: 0;

  @media print {
    gap: 4px 24px;
    margin-top: 8px;
  }
`;

/** On paper only its words. */
const onPaper = css`
  @media print {
    border: 0;
    min-height: 0;
    padding: 0;
  }
`;

const MainButton = styled(ExternalLink)`
  ${buttonLook}
  ${onPaper}
`;

const QuietButton = styled(ExternalLink)`
  ${quietButtonLook}
  ${onPaper}
`;
