import { buttonLook, Link, Picture, styled, Text, tokens } from '@portfolio/kit';

/** For every path that is no page of the site. */
export function NotFound() {
  return (
    <Page>
      <Picture path="not-found.svg" alt="notFound.picture" width={480} height={360} isUrgent />
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
  display: grid;
  gap: 12px;
  justify-items: center;
  text-align: center;
`;

const Heading = styled.h1`
  color: ${tokens.text};
  font-size: clamp(2rem, 6vw, 3rem);
  margin: 12px 0 0;
`;

const Home = styled(Link)`
  ${buttonLook}
  margin-top: 12px;
`;
