import {
  Button,
  Divider,
  Heading,
  Markdown,
  quietButtonLook,
  showHint,
  styled,
  Text,
  Title,
  themes,
  tokens,
} from '@portfolio/kit';
import type { ComponentType } from 'react';
import * as links from './examples/links.tsx';
import * as looks from './examples/looks.tsx';
import * as pictures from './examples/pictures.tsx';
import * as site from './examples/site.tsx';
import * as texts from './examples/texts.tsx';
import { type Described, type Example, kit } from './kit.ts';

const modules: Record<string, Record<string, ComponentType>> = {
  links,
  looks,
  pictures,
  site,
  texts,
};

/** All that the kit offers: examples with their lines, and what each export is. */
export default function KitPage() {
  const examples = kit.groups.flatMap((group) => group.examples);
  const exports = [...examples.flatMap(({ shows }) => shows), ...kit.others];
  return (
    <Page>
      <Text as={Title} path="kit.title" />
      <Markdown path="kit.introduction" />
      <Index>
        {exports.map(({ name }) => (
          <li key={name}>
            <Reference href={`#${name}`}>{name}</Reference>
          </li>
        ))}
      </Index>
      {kit.groups.map((group) => (
        <Group key={group.name}>
          <Divider />
          <Text as={Heading} path={`kit.group.${group.name}`} />
          {group.examples.map((example) => (
            <Exhibit
              key={example.name}
              example={example}
              Shown={modules[group.name]?.[example.name]}
            />
          ))}
        </Group>
      ))}
      <Group>
        <Text as="h3" path="kit.others" />
        {kit.others.map(describe)}
      </Group>
    </Page>
  );
}

interface Props {
  example: Example;
  Shown: ComponentType | undefined;
}

/** An example in both themes, its lines to copy, and what is seen in it first. */
function Exhibit({ example: { name, code, shows }, Shown }: Props) {
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    showHint({ kind: 'success', path: 'kit.copied', seconds: 3 });
  };
  const words = name.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (
    <Group as="article" aria-label={words}>
      <h3>{words}</h3>
      {themes.map((theme) => (
        <Stage key={theme} data-theme={theme}>
          <Text as="span" path={`kit.theme.${theme}`} />
          <Room>{Shown && <Shown />}</Room>
        </Stage>
      ))}
      <Lines>{code}</Lines>
      <Text as={Copy} type="button" onClick={copy} path="kit.copy" />
      {shows.map(describe)}
    </Group>
  );
}

function describe({ name, comment, declaration }: Described) {
  return (
    <Entry key={name} id={name}>
      <h4>{name}</h4>
      <Comment>{comment.split(/\n@/)[0]}</Comment>
      {declaration && <Lines>{declaration}</Lines>}
    </Entry>
  );
}

const Group = styled.section`
  display: grid;
  gap: 16px;
  grid-template-columns: minmax(0, 1fr);
`;

const Page = styled(Group)`
  margin-bottom: 50px;
`;

const Index = styled.ul`
  columns: 12em;
  overflow-wrap: anywhere;
`;

const Reference = styled.a`
  color: ${tokens.accent};
`;

const Stage = styled.div`
  background: ${tokens.background};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  display: grid;
  gap: 12px;
  padding: 16px;
`;

const Room = styled.div`
  display: flow-root;
`;

const Lines = styled.pre`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  font-size: 0.8125rem;
  margin: 0;
  overflow-wrap: anywhere;
  padding: 14px 16px;
  white-space: pre-wrap;
`;

const Comment = styled.p`
  white-space: pre-line;
`;

const Copy = styled(Button)`
  ${quietButtonLook}
  justify-self: start;
`;

const Entry = styled.div`
  border-inline-start: 3px solid ${tokens.primary};
  padding-inline-start: 16px;
`;
