import { Markdown, Route, Routes, styled, Text, Title, tokens, useText } from '@portfolio/kit';
import { ProjectArticle } from './project-article.tsx';
import { projects } from './projects.ts';
import { Story } from './story.tsx';

/** /portfolio, and below it a page for each project with a story. */
export default function PortfolioPage() {
  return (
    <Routes>
      <Route index element={<Projects />} />
      <Route path=":slug" element={<Story />} />
    </Routes>
  );
}

/** The title, then the projects, and where to go from there. */
function Projects() {
  const text = useText();
  const numbers = text('portfolio.numbers').split(' ');
  const inWords = (count: number) => numbers[count] ?? String(count);
  const all = inWords(projects.length);
  const counts = {
    All: all.charAt(0).toUpperCase() + all.slice(1),
    others: inWords(projects.length - 1),
  };
  return (
    <>
      <Text as={Title} path="portfolio.title" />
      {projects.length > 0 && (
        <Text
          as={Lead}
          path={projects.length === 1 ? 'portfolio.leadOfOne' : 'portfolio.lead'}
          values={counts}
        />
      )}
      {projects.map((project, index) => (
        <ProjectArticle key={project.slug} project={project} isFirst={index === 0} />
      ))}
      <End>
        <Markdown path="portfolio.end" />
      </End>
    </>
  );
}

const Lead = styled.p`
  color: ${tokens.textSoft};
  font-size: 1.1875rem;
  margin: 12px 0 0;
  max-width: 29em;
  text-wrap: balance;

  @media print {
    max-width: none;
  }
`;

const End = styled.div`
  font-size: 1.1875rem;
  margin-top: 64px;
`;
