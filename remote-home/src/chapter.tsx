import { Heading, Markdown, Text } from '@portfolio/kit';
import type { PropsWithChildren } from 'react';

/** A part of the page: its header and its text, by the key path of both, and what belongs below. */
export function Chapter({ path, id, children }: PropsWithChildren<{ path: string; id?: string }>) {
  return (
    <section id={id}>
      <Heading>
        <Text path={`${path}.title`} />
      </Heading>
      <Markdown path={`${path}.text`} />
      {children}
    </section>
  );
}
