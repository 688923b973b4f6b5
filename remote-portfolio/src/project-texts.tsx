import { Markdown, styled, Text, tokens } from '@portfolio/kit';
import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import type { Project } from './project.ts';

interface Props extends Pick<Project, 'texts'> {
  /** The element that names the project, and so its tabs. */
  nameId: string;
}

/** A tab a text. All texts are there, one upon the other, so that choosing a tab shifts nothing. */
export function ProjectTexts({ texts, nameId }: Props) {
  return (
    <Root defaultValue={texts[0]?.text}>
      <Tabs aria-labelledby={nameId}>
        {texts.map(({ tabName, text }) => (
          <Tab key={text} value={text}>
            <Text path={tabName} />
          </Tab>
        ))}
      </Tabs>
      <Panels>
        {texts.map(({ text }) => (
          <Panel key={text} value={text} forceMount>
            <Markdown path={text} />
          </Panel>
        ))}
      </Panels>
    </Root>
  );
}

const Tabs = styled(List)`
  border-bottom: 1px solid ${tokens.line};
  display: flex;
  gap: 4px;
  justify-content: var(--aligns);

  @media print {
    display: none;
  }
`;

const Tab = styled(Trigger)`
  background: none;
  border: 0;
  border-bottom: 2px solid transparent;
  color: ${tokens.textSoft};
  cursor: pointer;
  font: inherit;
  font-weight: 600;
  margin-bottom: -1px;
  min-height: 44px;
  padding: 0 16px;

  &:hover {
    color: ${tokens.text};
  }

  &[data-state='active'] {
    border-bottom-color: ${tokens.accent};
    color: ${tokens.text};
  }

  /* Forced colours draw what is transparent, so that every tab would look like the open one. */
  @media (forced-colors: active) {
    &[data-state='inactive'] {
      border-bottom-color: Canvas;
    }
  }
`;

const Panels = styled.div`
  display: grid;

  @media print {
    display: block;
  }
`;

const Panel = styled(Content)`
  grid-area: 1 / 1;
  min-width: 0;
  padding: 20px 0 4px;

  &[data-state='inactive'] {
    visibility: hidden;
  }

  /* Paper has no tabs: every text, one below the other. */
  @media print {
    &[data-state='inactive'] {
      visibility: visible;
    }
  }
`;
