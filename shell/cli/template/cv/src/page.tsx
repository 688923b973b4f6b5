import { Heading, Markdown, styled, Text, Title } from '@portfolio/kit';

/** Each has a title and a text in locales/. */
const parts = ['work', 'education', 'skills', 'languages'] as const;

/** /{{name}}, which is also made for paper: the browser prints it or saves it as PDF. */
export default function Page() {
  return (
    <Sheet>
      <header>
        <Title>
          <Text path="{{name}}.person" />
        </Title>
        <Role>
          <Text path="{{name}}.role" />
        </Role>
        <Markdown path="{{name}}.contact" />
      </header>
      <Markdown path="{{name}}.profile" />
      {parts.map((part) => (
        <section key={part}>
          <Heading>
            <Text path={`{{name}}.${part}.title`} />
          </Heading>
          <Markdown path={`{{name}}.${part}.text`} />
        </section>
      ))}
    </Sheet>
  );
}

/** On paper a line about an entry stays with the list below it. */
const Sheet = styled.div`
  display: grid;
  gap: 28px;

  @media print {
    font-size: 10.5pt;
    gap: 13pt;

    h1 {
      font-size: 24pt;
    }

    h2 {
      font-size: 13pt;
      margin-bottom: 4pt;
    }

    p, li {
      break-inside: avoid;
    }

    p:has(+ ul) {
      break-after: avoid;
    }
  }
`;

const Role = styled.p`
  font-size: 1.2em;
  margin: 6px 0 10px;
`;
