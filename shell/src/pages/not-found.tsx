import { buttonLook, Link, Picture, styled, Text } from '@portfolio/kit';
import { CenteredPage, CenteredTitle } from '../layout/centered-page.tsx';

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
