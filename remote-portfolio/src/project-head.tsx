import {
  buttonLook,
  ExternalLink,
  Heading,
  quietButtonLook,
  styled,
  Text,
  tokens,
} from '@portfolio/kit';
import { badgeColors, type Project } from './projects.ts';

/** Its name, what it is made with, and where it leads. */
export function ProjectHead({ project, nameId }: { project: Project; nameId: string }) {
  return (
    <Head>
      <Text as={Name} id={nameId} itemProp="name" path={project.name} />
      <Badges>
        {project.badges.map(({ text, color }) => (
          <Text key={text} as={Badge} $color={badgeColors[color]} path={text} />
        ))}
      </Badges>
      {project.externalLinks.length > 0 && (
        <Links>
          {project.externalLinks.map(({ text, url }, index) => (
            <li key={url}>
              <LinkButton href={url} tooltip={`${text}Hint`} $isMain={index === 0}>
                <Text path={text} />
              </LinkButton>
            </li>
          ))}
        </Links>
      )}
    </Head>
  );
}

const Head = styled.div`
  grid-area: head;
  min-width: 0;

  @media print {
    align-self: center;
    padding-left: 14rem;
  }
`;

const Name = styled(Heading)`
  font-size: clamp(1.875rem, 4.2vw, 2.5rem);
  font-weight: 700;
  letter-spacing: -0.02em;
  margin: 0 0 12px;
`;

const Badges = styled.ul`
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

const Links = styled.ul`
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
const LinkButton = styled(ExternalLink)<{ $isMain: boolean }>`
  ${({ $isMain }) => ($isMain ? buttonLook : quietButtonLook)}

  @media print {
    border: 0;
    min-height: 0;
    padding: 0;
  }
`;
