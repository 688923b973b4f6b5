import { buttonLook, Link, Picture, styled, Text } from '@portfolio/kit';
import { CenteredPage, CenteredTitle } from '../layout/centered-page.tsx';
import { LooseBrick } from './loose-brick.tsx';

export function NotFound() {
  return (
    <CenteredPage>
      <Scene>
        <Picture path="not-found.svg" alt="notFound.picture" width={480} height={360} isUrgent />
        <LooseBrick />
      </Scene>
      <Text as={CenteredTitle} path="notFound.title" />
      <Text as="p" path="notFound.text" />
      <Text as={Home} to="/home" path="notFound.home" />
    </CenteredPage>
  );
}

const Scene = styled.div`
  container-type: inline-size;
  position: relative;
  width: min(100%, 480px);
`;

const Home = styled(Link)`
  ${buttonLook}
  margin-top: 12px;
`;
