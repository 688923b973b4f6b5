import { Gallery, styled } from '@portfolio/kit';
import type { Project } from './project.ts';

/** The first screenshot across the column, below it the strip of all of them at 5rem. */
export function Screenshots({ images, name }: Pick<Project, 'images' | 'name'>) {
  const measured = images.map((image) => ({ ...image, width: 1600, height: 1000 }));
  return (
    <Frame>
      <Gallery
        images={measured}
        size="5rem"
        lead={{ label: name, sizes: '(max-width: 600px) 90vw, 600px' }}
      />
    </Frame>
  );
}

const Frame = styled.div`
  grid-area: screenshots;
  min-width: 0;
`;
