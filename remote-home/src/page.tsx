import { Divider, onMobile, styled } from '@portfolio/kit';
import { Chapter } from './chapter.tsx';
import { MainHeader } from './main-header.tsx';
import { OldLogos } from './old-logos.tsx';

/** /home: a main header, then four parts between dividers (spec §2). */
export default function HomePage() {
  return (
    <Page>
      <MainHeader />
      <Chapter path="home.introduction" />
      <Divider />
      <Chapter path="home.mascot">
        <OldLogos />
      </Chapter>
      <Divider />
      <Chapter path="home.about" />
      <Divider />
      <Chapter path="home.games" />
    </Page>
  );
}

const Page = styled.div`
  margin-bottom: 50px;

  ${onMobile} {
    margin-bottom: 0;
  }
`;
