import { Divider, Heading, Markdown, styled, Text, Title, themes, tokens } from '@portfolio/kit';
import type { ComponentType } from 'react';
import { Hints } from './examples/hints.tsx';
import { Links } from './examples/links.tsx';
import { Looks } from './examples/looks.tsx';
import { Pictures } from './examples/pictures.tsx';
import { TextExamples } from './examples/texts.tsx';
import { type Described, kit } from './kit.ts';

const components: Record<string, ComponentType> = {
  looks: Looks,
  links: Links,
  texts: TextExamples,
  pictures: Pictures,
  hints: Hints,
};

export default function KitPage() {
  return (
    <Page>
      <Text as={Title} path="kit.title" />
      <Markdown path="kit.introduction" />
      {kit.examples.map(({ name, code, shows }) => {
        const Example = components[name] ?? 'div';
        return (
          <Group key={name} as="article" aria-labelledby={name}>
            <Divider />
            <Text as={Heading} id={name} path={`kit.example.group.${name}`} />
            {themes.map((theme) => (
              <Stage key={theme} data-theme={theme}>
                <Example />
              </Stage>
            ))}
            <Code>{code}</Code>
            {shows.map(describe)}
          </Group>
        );
      })}
      <Group>
        <Divider />
        <Text as={Heading} path="kit.others" />
        {kit.others.map(describe)}
      </Group>
    </Page>
  );
}

function describe({ name, comment, declaration }: Described) {
  return (
    <Entry key={name} id={name}>
      <h3>{name}</h3>
      <Comment>{comment.split(/\n@/)[0]}</Comment>
      {declaration && <Code>{declaration}</Code>}
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

const Stage = styled.div`
  background: ${tokens.background};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  display: flow-root;
  padding: 16px;
`;

const Code = styled.pre`
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

const Entry = styled.div`
  border-inline-start: 3px solid ${tokens.primary};
  padding-inline-start: 16px;
`;
