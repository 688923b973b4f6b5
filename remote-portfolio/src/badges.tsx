import { styled, Text, tokens } from '@portfolio/kit';
import { badgeColors } from './badge-colors.ts';
import type { Project } from './project.ts';

/** What a project is made with. */
export function Badges({ badges }: Pick<Project, 'badges'>) {
  return (
    <List>
      {badges.map(({ text, color }) => (
        <Badge key={text} $color={badgeColors[color]}>
          <Text path={text} />
        </Badge>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  list-style: none;
  margin: 0;
  padding: 0;
`;

// Mixed with the theme's text and background, so that one hue keeps its contrast in both.
const Badge = styled.li<{ $color: string }>`
  background: color-mix(in oklab, ${({ $color }) => $color} 22%, ${tokens.background});
  border: 1px solid color-mix(in oklab, ${({ $color }) => $color} 60%, ${tokens.background});
  border-radius: ${tokens.radius};
  color: color-mix(in oklab, ${({ $color }) => $color} 38%, ${tokens.text});
  font-size: 0.875rem;
  font-weight: 550;
  line-height: 1.3;
  padding: 3px 10px;
`;
