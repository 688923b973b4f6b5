import { Markdown, styled, tokens } from '@portfolio/kit';
import { useId, useState } from 'react';
import type { Project } from './project.ts';
import { ProjectTabs } from './project-tabs.tsx';

interface Props extends Pick<Project, 'texts'> {
  /** The element that names the project, and so its tabs. */
  nameId: string;
}

/**
 * A tab for each text. All texts are there, one upon the other, so that
 * choosing a tab shifts nothing.
 */
export function ProjectTexts({ texts, nameId }: Props) {
  const [chosen, setChosen] = useState(0);
  const id = useId();

  return (
    <div>
      <ProjectTabs
        names={texts.map(({ tabName }) => tabName)}
        nameId={nameId}
        id={id}
        chosen={chosen}
        onChoose={setChosen}
      />
      <Panels>
        {texts.map(({ text }, index) => (
          <Panel
            key={text}
            role="tabpanel"
            id={`${id}panel${index}`}
            aria-labelledby={`${id}tab${index}`}
            tabIndex={0}
            {...(index === 0 ? { itemProp: 'description' } : {})}
            $isChosen={index === chosen}
          >
            <Markdown path={text} />
          </Panel>
        ))}
      </Panels>
    </div>
  );
}

const Panels = styled.div`
  background: ${tokens.background};
  border: 1px solid ${tokens.line};
  border-radius: 0 ${tokens.radius} ${tokens.radius} ${tokens.radius};
  display: grid;

  @media print {
    border: 0;
    display: block;
  }
`;

/** Without tabs, on paper and where the app will not run, each stands below the one before. */
const Panel = styled.div<{ $isChosen: boolean }>`
  grid-area: 1 / 1;
  min-width: 0;
  padding: 18px clamp(14px, 2vw, 20px);
  visibility: ${({ $isChosen }) => ($isChosen ? 'visible' : 'hidden')};

  @media print {
    padding: 12px 0;
    visibility: visible;
  }

  @media (scripting: none) {
    grid-area: auto;
    visibility: visible;
  }

  html[data-lost]:not([data-ready]) & {
    grid-area: auto;
    visibility: visible;
  }
`;
