import { buttonLook, Link, Picture, styled, Text, Title } from '@portfolio/kit';
import { LooseBrick } from './loose-brick.tsx';

/** For every path that is no page of the site. */
export function NotFound() {
  return (
    <Page>
      <Scene>
        <Picture path="not-found.svg" alt="notFound.picture" width={480} height={360} isUrgent />
        <LooseBrick />
      </Scene>
      <Heading>
        <Text path="notFound.title" />
      </Heading>
      <p>
        <Text path="notFound.text" />
      </p>
      <Home to="/home">
        <Text path="notFound.home" />
      </Home>
    </Page>
  );
}

const Page = styled.section`
  align-content: center;
  display: grid;
  gap: 12px;
  justify-items: center;
  min-height: min(66vh, 46rem);
  text-align: center;
`;

const Scene = styled.div`
  container-type: inline-size;
  position: relative;
  width: min(100%, 480px);
`;

/** Its two words stay together on 320 px. */
const Heading = styled(Title)`
  font-size: clamp(1.875rem, 6vw, 3rem);
  margin-top: 12px;
`;

const Home = styled(Link)`
  ${buttonLook}
  margin-top: 12px;
`;
