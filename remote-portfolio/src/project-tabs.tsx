import { styled, Text, tokens, whereHovering } from '@portfolio/kit';
import type { KeyboardEvent } from 'react';

interface Props {
  /** The key paths of what the tabs say. */
  names: readonly string[];
  /** The element that names what the tabs are of. */
  nameId: string;
  /** The panels have the ids `<id>panel0` and so on, and are named by `<id>tab0` and so on. */
  id: string;
  chosen: number;
  onChoose: (index: number) => void;
}

/** The tabs above the texts of a project, by the ARIA pattern. */
export function ProjectTabs({ names, nameId, id, chosen, onChoose }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const last = names.length - 1;
    const next = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    const tabs = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]');
    tabs[next]?.focus();
  };

  return (
    <Tabs role="tablist" aria-labelledby={nameId} onKeyDown={onKeyDown}>
      {names.map((name, index) => (
        <Tab
          key={name}
          type="button"
          role="tab"
          id={`${id}tab${index}`}
          aria-controls={`${id}panel${index}`}
          aria-selected={index === chosen}
          tabIndex={index === chosen ? 0 : -1}
          onClick={() => onChoose(index)}
        >
          <Text path={name} />
        </Tab>
      ))}
    </Tabs>
  );
}

/** Gone where they cannot be chosen: on paper, and where the app will not run. */
const Tabs = styled.div`
  display: flex;
  gap: 4px;

  @media print, (scripting: none) {
    display: none;
  }

  html[data-lost]:not([data-ready]) & {
    display: none;
  }
`;

/**
 * Like that of a card in a file, so that a lone one names its card. Forced colours draw what is
 * transparent: every tab would look like the open one.
 */
const Tab = styled.button`
  background: none;
  border: 1px solid transparent;
  border-bottom: 0;
  border-radius: ${tokens.radius} ${tokens.radius} 0 0;
  color: ${tokens.textSoft};
  cursor: pointer;
  font: inherit;
  font-weight: 600;
  margin-bottom: -1px;
  min-height: 44px;
  padding: 0 18px;

  ${whereHovering} {
    &:hover {
      color: ${tokens.text};
    }
  }

  &:active {
    color: ${tokens.accent};
  }

  &[aria-selected='true'] {
    background: ${tokens.background};
    border-color: ${tokens.line};
    box-shadow: inset 0 2px ${tokens.accent};
    color: ${tokens.text};
    position: relative;
  }

  @media (forced-colors: active) {
    border-color: Canvas;

    &[aria-selected='true'] {
      border-color: CanvasText;
      border-top-width: 3px;
    }
  }
`;
