import { Button, quietButtonLook, showHint, styled, Text, themes, tokens } from '@portfolio/kit';
import type { ComponentType } from 'react';
import { type Example, kit } from './kit.ts';
import { Stage } from './stage.tsx';

interface Props {
  example: Example;
  Shown: ComponentType | undefined;
}

/** An example in both themes, its lines to copy, and what is seen in it first. */
export function Exhibit({ example: { name, code, shows }, Shown }: Props) {
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    showHint({ kind: 'success', path: 'kit.copied', seconds: 3 });
  };
  return (
    <Frame id={name} aria-labelledby={`${name}-title`}>
      <Name id={`${name}-title`}>{inWords(name)}</Name>
      {Shown ? (
        <Stages>
          {themes.map((theme) => (
            <Stage key={theme} theme={theme}>
              <Shown />
            </Stage>
          ))}
        </Stages>
      ) : (
        <Soft>
          <Text path="kit.codeOnly" />
        </Soft>
      )}
      <Lines>{code}</Lines>
      <Copy type="button" onClick={copy}>
        <Text path="kit.copy" />
      </Copy>
      {shows.map((each) => (
        <Export key={each} name={each} />
      ))}
    </Frame>
  );
}

function Export({ name }: { name: string }) {
  const { from, comment = '', declaration = '' } = kit.exports[name] ?? {};
  return (
    <Entry>
      <Of>{name}</Of>
      <p>{from ?? comment.split(/\n@/)[0]}</p>
      {declaration && <Lines>{declaration}</Lines>}
    </Entry>
  );
}

const inWords = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter, at) => (at ? ` ${letter.toLowerCase()}` : letter));

const Frame = styled.article`
  display: grid;
  gap: 16px;
  grid-template-columns: minmax(0, 1fr);
  margin-bottom: 56px;
`;

const Name = styled.h3`
  font-size: 1.25rem;
  font-weight: 600;
  margin: 0;
`;

const Stages = styled.div`
  display: grid;
  gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr));
`;

const Lines = styled.pre`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  font-family: ui-monospace, monospace;
  font-size: 0.8125rem;
  line-height: 1.5;
  margin: 0;
  overflow-wrap: anywhere;
  padding: 14px 16px;
  white-space: pre-wrap;
`;

const Copy = styled(Button)`
  ${quietButtonLook}
  justify-self: start;
`;

const Entry = styled.div`
  border-inline-start: 3px solid ${tokens.primary};
  display: grid;
  gap: 8px;
  grid-template-columns: minmax(0, 1fr);
  padding-inline-start: 16px;

  p {
    margin: 0;
    white-space: pre-line;
  }
`;

const Of = styled.h4`
  font-family: ui-monospace, monospace;
  font-size: 1rem;
  font-weight: 600;
  margin: 0;
`;

const Soft = styled.span`
  color: ${tokens.textSoft};
  font-size: 0.875rem;
`;
