import { beyondMobile, Picture, styled } from '@portfolio/kit';

/** The pig in its envelope, below the ways to find me: decoration, on desktop only, where it has room. */
export function Letter() {
  return (
    <Place>
      <Picture path="letter.svg" width={420} height={480} size="240px" />
    </Place>
  );
}

const Place = styled.div`
  display: none;
  margin: 40px auto 0;
  width: fit-content;

  ${beyondMobile} {
    @media (min-width: 860px) {
      display: block;
    }
  }

  @media print {
    display: none;
  }
`;
