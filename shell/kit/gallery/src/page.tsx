import { Divider, Heading, Markdown, styled, Text, Title, tokens } from '@portfolio/kit';
import type { ComponentType } from 'react';
import * as layout from './examples/layout.tsx';
import * as links from './examples/links.tsx';
import * as messages from './examples/messages.tsx';
import * as pictures from './examples/pictures.tsx';
import * as site from './examples/site.tsx';
import * as texts from './examples/texts.tsx';
import { Exhibit } from './exhibit.tsx';
import { kit } from './kit.ts';

const modules: Record<string, Record<string, unknown>> = {
  layout,
  links,
  messages,
  pictures,
  site,
  texts,
};

/** All that the kit offers: examples with their lines, and what each export is. */
export default function KitPage() {
  return (
    <Page>
      <Title>
        <Text path="kit.title" />
      </Title>
      <Markdown path="kit.introduction" />
      <Index>
        {kit.groups.flatMap(({ examples }) =>
          examples.flatMap(({ name, shows }) =>
            shows.map((each) => (
              <li key={each}>
                <a href={`#${name}`}>{each}</a>
              </li>
            )),
          ),
        )}
      </Index>
      {kit.groups.map(({ name: group, examples }) => (
        <section key={group}>
          <Divider />
          <Heading>
            <Text path={`kit.group.${group}`} />
          </Heading>
          {examples.map((example) => (
            <Exhibit key={example.name} example={example} Shown={partOf(group, example.name)} />
          ))}
        </section>
      ))}
    </Page>
  );
}

/** One in small letters is only read: it is no component, or what only the shell does. */
function partOf(group: string, name: string): ComponentType | undefined {
  return /^[A-Z]/.test(name) ? (modules[group]?.[name] as ComponentType) : undefined;
}

const Page = styled.div`
  display: grid;
  gap: 24px;
  grid-template-columns: minmax(0, 1fr);
  margin-bottom: 50px;
`;

const Index = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  list-style: none;
  margin: 0;
  padding: 0;

  a {
    background: ${tokens.surface};
    border: 1px solid ${tokens.line};
    border-radius: ${tokens.radius};
    color: ${tokens.text};
    display: block;
    font-size: 0.875rem;
    padding: 4px 10px;
    text-decoration: none;
  }

  a:hover {
    border-color: ${tokens.accent};
  }
`;
