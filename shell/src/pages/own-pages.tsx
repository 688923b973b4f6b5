import { Button, buttonLook, Link, Picture, styled, Text, Title } from '@portfolio/kit';

/** By another document: browsers remember a script that failed. */
export const retry = () => globalThis.visitor?.reload();

export function SectionFailed() {
  return (
    <CenteredPage role="alert" data-failed>
      <Picture path="mud-bath.svg" width={480} height={360} size="320px" isUrgent />
      <Text as={CenteredTitle} path="notices.sectionFailed.title" />
      <Text as="p" path="notices.sectionFailed.text" />
      <Text as={Button} onClick={retry} path="notices.retry" />
    </CenteredPage>
  );
}

export function NotFound() {
  return (
    <CenteredPage>
      <Picture path="not-found.svg" alt="notFound.picture" width={480} height={360} isUrgent />
      <Text as={CenteredTitle} path="notFound.title" />
      <Text as="p" path="notFound.text" />
      <Text as={Home} to="/home" path="notFound.home" />
    </CenteredPage>
  );
}

const Home = styled(Link)`
  ${buttonLook}
  margin-top: 12px;
`;

/** The window is too low for the picture above the words. */
const low = '@media (max-height: 560px) and (min-width: 540px)';

/**
 * Replaces a page: a picture, what happened, and what to do. In a low window the words are beside the
 * picture, which is the first child.
 */
const CenteredPage = styled.section`
  align-content: center;
  display: grid;
  gap: 12px;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  min-height: min(66vh, 46rem);
  text-align: center;

  ${low} {
    column-gap: 32px;
    grid-template-columns: minmax(0, min(40%, (100vh - 160px) * 4 / 3)) minmax(0, auto);
    justify-content: center;
    justify-items: start;
    min-height: min(66vh, 100vh - 160px);
    text-align: start;

    > :first-child {
      align-self: center;
      grid-row: 1 / span 5;
    }
  }
`;

/** Two words fit on a line of 320 px. */
const CenteredTitle = styled(Title)`
  font-size: clamp(1.875rem, 6vw, 3rem);
  margin-top: 12px;

  ${low} {
    font-size: 1.875rem;
    margin-top: 0;
  }
`;
