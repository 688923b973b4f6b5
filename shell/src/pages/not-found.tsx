import { buttonLook, Link, lazyPart, Picture, styled, Text } from '@portfolio/kit';
import { CenteredPage, CenteredTitle } from '../layout/centered-page.tsx';

// Loaded late, as most visits have no such page.
const LooseBrick = lazyPart(
  () => import(/* webpackChunkName: "toasts" */ './loose-brick.tsx').then((m) => m.LooseBrick),
  () => null,
);

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
