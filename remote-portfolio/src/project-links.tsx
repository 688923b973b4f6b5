import {
  buttonLook,
  ExternalLink,
  ForEars,
  Link,
  PlainList,
  quietButtonLook,
  styled,
  Text,
  useText,
} from '@portfolio/kit';
import type { Project } from './projects.ts';

interface Props extends Pick<Project, 'slug' | 'name' | 'externalLinks'> {
  /** Whether the project's own page is linked, too. */
  hasStory: boolean;
}

/** Where a project leads: what one comes for is the first. */
export function ProjectLinks({ slug, name, externalLinks, hasStory }: Props) {
  const text = useText();
  if (externalLinks.length === 0 && !hasStory) return null;
  // By ear the links of two projects would be the same.
  const heard = <ForEars>{`: ${text(name)}`}</ForEars>;
  return (
    <Links>
      {externalLinks.map(({ text: words, url }, index) => (
        <li key={url}>
          <LinkButton href={url} tooltip={`${words}Hint`} $isMain={index === 0}>
            <Text path={words} />
            {heard}
          </LinkButton>
        </li>
      ))}
      {hasStory && (
        <li>
          <StoryLink data-screen to={`/portfolio/${slug}`}>
            <Text path="portfolio.story.read" />
            {heard}
          </StoryLink>
        </li>
      )}
    </Links>
  );
}

const Links = styled(PlainList)`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 20px;

  @media print {
    gap: 4px 24px;
    margin-top: 8px;
  }
`;

/** On paper only its words are left. */
const LinkButton = styled(ExternalLink)<{ $isMain: boolean }>`
  ${({ $isMain }) => ($isMain ? buttonLook : quietButtonLook)}

  @media print {
    border: 0;
    min-height: 0;
    padding: 0;
  }
`;

const StoryLink = styled(Link)`
  ${quietButtonLook}
`;
