import { Heading, Markdown, styled, Text, tokens } from '@portfolio/kit';
import type { PropsWithChildren, ReactNode } from 'react';

interface Props extends PropsWithChildren {
  /** The key path of the header and the text. */
  path: string;
  /** Before the text in one column, beside it in two. */
  lead?: ReactNode;
  note?: ReactNode;
}

export function Chapter({ path, lead, note, children }: Props) {
  return (
    <Part>
      <Text as={Heading} path={`${path}.title`} />
      {lead && <Beside>{lead}</Beside>}
      <Words>
        <Markdown path={`${path}.text`} />
        {note}
      </Words>
      {children && <Beside>{children}</Beside>}
    </Part>
  );
}

/** The page is wide enough for two columns. */
export const beside = '@container (min-width: 640px)';

const Part = styled.section`
  ${beside} {
    column-gap: clamp(32px, 5%, 56px);
    display: grid;
    grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 38%);
  }
`;

const Words = styled.div`
  ${beside} {
    grid-area: 2 / 1;
  }
`;

const Beside = styled.div`
  ${beside} {
    grid-area: 1 / 2 / 3;
  }
`;

/** A line between two parts of a page, with the accent in its middle. */
export const Divider = styled.hr`
  border: 0;
  height: 1px;
  margin: clamp(40px, 7vw, 56px) 0;
  background: linear-gradient(
    90deg,
    ${tokens.line} calc(50% - 18px),
    transparent calc(50% - 18px) calc(50% - 7px),
    ${tokens.primary} calc(50% - 7px) calc(50% + 7px),
    transparent calc(50% + 7px) calc(50% + 18px),
    ${tokens.line} calc(50% + 18px)
  );

  @media print {
    margin: 24px 0;
  }
`;
