import { Gallery, styled } from '@portfolio/kit';
import type { Project } from './project.ts';

/** The screenshots at 5rem (spec §9), two a row like the fields of a window. */
export function Screenshots({ images }: Pick<Project, 'images'>) {
  const measured = images.map((image) => ({ ...image, width: 1600, height: 1000 }));
  return (
    <Frame>
      <Gallery images={measured} size="5rem" />
    </Frame>
  );
}

const Frame = styled.div`
  grid-area: screenshots;
  max-width: calc(10rem + 16px);
`;
