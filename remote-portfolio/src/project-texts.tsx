import { hovered, Markdown, styled, Text, tokens } from '@portfolio/kit';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Project } from './projects.ts';

interface Props extends Pick<Project, 'texts'> {
  /** The element that names the project, and so its tabs. */
  nameId: string;
}

/**
 * A tab for each text, by the ARIA pattern. All texts are there, one upon the other, so that
 * choosing a tab shifts nothing.
 */
export function ProjectTexts({ texts, nameId }: Props) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const last = texts.length - 1;
    const next = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    const tabs = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]');
    tabs[next]?.focus();
  };

  return (
    <Story>
      <Tabs data-screen data-app role="tablist" aria-labelledby={nameId} onKeyDown={onKeyDown}>
        {texts.map(({ tabName }, index) => (
          <Tab
            key={tabName}
            role="tab"
            id={`${id}tab${index}`}
            aria-controls={`${id}panel${index}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            <Text path={tabName} />
          </Tab>
        ))}
      </Tabs>
      <Panels>
        {texts.map(({ text }, index) => (
          <Panel
            key={text}
            role="tabpanel"
            id={`${id}panel${index}`}
            aria-labelledby={`${id}tab${index}`}
            tabIndex={0}
            itemProp={index === 0 ? 'description' : undefined}
            $isChosen={index === chosen}
          >
            <Markdown path={text} />
          </Panel>
        ))}
      </Panels>
    </Story>
  );
}

const Story = styled.div`
  grid-area: story;
`;

const Tabs = styled.div`
  display: flex;
  gap: 4px;
`;

/** Like that of a card in a file, so that a lone one names its card. */
const Tab = styled.button`
  background: none;
  border: 1px solid ${tokens.unseen};
  border-width: 2px 1px 0;
  border-radius: ${tokens.radius} ${tokens.radius} 0 0;
  color: ${tokens.textSoft};
  font-weight: 600;
  margin-bottom: -1px;
  min-height: 44px;
  padding: 0 18px;

  ${hovered`
    color: ${tokens.text};
  `}

  &:active {
    color: ${tokens.accent};
  }

  &[aria-selected='true'] {
    background: ${tokens.background};
    border-color: ${tokens.accent} ${tokens.line};
    color: ${tokens.text};
  }
`;

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
