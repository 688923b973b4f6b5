import { Link, PageText, styled, Text, Title, tokens, usePage, useParams } from '@portfolio/kit';
import { ProjectFacts } from './project-facts.tsx';
import { ProjectLinks } from './project-links.tsx';
import { projects } from './projects.ts';
import { SketchSlider } from './sketch-slider.tsx';

/** /portfolio/<slug>: how a project was made, between its sketch and one number. */
export function Story() {
  const page = usePage();
  const { slug } = useParams();
  const project = projects.find((each) => each.slug === slug);
  const back = <Text as={Back} data-screen to={`/portfolio#${slug}`} path="portfolio.story.all" />;
  return (
    <article>
      {back}
      <Title>{page?.title}</Title>
      {project?.story && <SketchSlider project={project} sketch={project.story.sketch} />}
      <Columns>
        {project?.story && (
          <Side>
            <p>
              <Text as={Count} path={project.story.number} />
              <Text path={project.story.counted} />
            </p>
            <ProjectFacts facts={project.facts} />
            <ProjectLinks {...project} hasStory={false} />
          </Side>
        )}
        <PageText />
      </Columns>
      {back}
    </article>
  );
}

const Back = styled(Link)`
  align-items: center;
  color: ${tokens.accent};
  display: inline-flex;
  margin-top: -12px;
  min-height: 44px;
`;

/** The words before what stands beside them, where there is room for that. */
const Columns = styled.div`
  display: grid;
  font-size: 1.0625rem;
  gap: 32px clamp(32px, 6vw, 64px);
  margin: 32px 0;

  @media (min-width: 860px) {
    grid-template-columns: minmax(0, 1fr) 15rem;

    > :last-child {
      grid-area: 1 / 1;
    }
  }
`;

/** It stays in sight beside a long text. */
const Side = styled.aside`
  align-self: start;

  > p {
    color: ${tokens.textSoft};
    line-height: 1.4;
    margin: 0 0 24px;
  }

  @media (min-width: 860px) and (min-height: 640px) {
    position: sticky;
    top: calc(${tokens.headerHeight} + 24px);
  }
`;

const Count = styled.strong`
  color: ${tokens.accent};
  display: block;
  font-size: clamp(3.5rem, 9vw, 5rem);
  letter-spacing: -0.03em;
  line-height: 1.05;
`;
