import { Markdown, onlyWithApp, styled, Text, tokens, whereHovering } from '@portfolio/kit';
import {
  type KeyboardEvent,
  type PropsWithChildren,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
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
      <Tabs role="tablist" aria-labelledby={nameId} onKeyDown={onKeyDown}>
        {texts.map(({ tabName }, index) => (
          <Tab
            key={tabName}
            type="button"
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
            <Searchable isOpen={index === chosen} onFound={() => setChosen(index)}>
              <Markdown path={text} />
            </Searchable>
          </Panel>
        ))}
      </Panels>
    </Story>
  );
}

interface SearchableProps extends PropsWithChildren {
  isOpen: boolean;
  onFound: () => void;
}

/** What is hidden from all but the browser's own search keeps this size; a window may change it. */
const measuredMs = 200;

/** A text that the browser's search finds also while its tab is not open, and then opens it. */
function Searchable({ isOpen, onFound, children }: SearchableProps) {
  const element = useRef<HTMLDivElement>(null);
  const open = useEffectEvent(onFound);
  useEffect(() => {
    const text = element.current;
    if (isOpen || !text?.parentElement || !('onbeforematch' in text)) return;
    let timer: ReturnType<typeof setTimeout>;
    const measure = () => {
      text.removeAttribute('hidden');
      timer = setTimeout(() => text.setAttribute('hidden', 'until-found'), measuredMs);
    };
    // A size of the panel that it was not measured at, the first one among them. Not within the observer's own
    // event, in which another size is an error in the console.
    const watch = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure);
    });
    watch.observe(text.parentElement);
    const show = () => {
      // At once: what cannot be seen after this event is not found.
      text.style.visibility = 'visible';
      open();
    };
    text.addEventListener('beforematch', show);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
      text.removeEventListener('beforematch', show);
      text.removeAttribute('hidden');
      text.style.visibility = '';
    };
  }, [isOpen]);
  return <Found ref={element}>{children}</Found>;
}

const Found = styled.div`
  contain-intrinsic-size: auto none;

  @media screen {
    &[hidden] {
      content-visibility: hidden;
      display: block;
      visibility: visible;
    }
  }

  @media print {
    &[hidden] {
      content-visibility: visible;
      display: block;
    }
  }
`;

const Story = styled.div`
  grid-area: story;
  min-width: 0;
`;

const Tabs = styled.div`
  display: flex;
  gap: 4px;

  ${onlyWithApp}
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
