import { styled, Text, Title, tokens } from '@portfolio/kit';
import { ProjectArticle } from './project-article.tsx';
import { projects } from './projects.ts';

/** /portfolio: the title, then the projects. */
export default function PortfolioPage() {
  return (
    <>
      <Title>
        <Text path="portfolio.title" />
      </Title>
      <Lead>
        <Text path="portfolio.lead" />
      </Lead>
      {projects.map((project, index) => (
        <ProjectArticle key={project.name} project={project} isFirst={index === 0} />
      ))}
    </>
  );
}

const Lead = styled.p`
  color: ${tokens.textSoft};
  font-size: 1.1875rem;
  margin: 12px 0 0;
  max-width: 44ch;
  text-wrap: balance;
`;
