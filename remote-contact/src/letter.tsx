import { Picture, styled } from '@portfolio/kit';

/** The pig in its envelope, beside the fields: decoration, on desktop only. */
export function Letter() {
  return (
    <Place>
      <Picture path="letter.svg" width={420} height={480} size="210px" />
    </Place>
  );
}

const Place = styled.div`
  display: none;
  flex: none;

  @media (min-aspect-ratio: 4/3) and (min-width: 620px) {
    display: block;
  }
`;
