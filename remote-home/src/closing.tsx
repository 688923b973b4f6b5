import { CopyButton, Heading, OutsideLink, owner, styled, Text, useText } from '@portfolio/kit';
import { useDeferredValue } from 'react';
import { Divider } from './chapter.tsx';
import { Play, Ways } from './main-header.tsx';

/**
 * The end of the page; nothing without its text. The document only reserves its place: the names of the profiles
 * are texts of another section, which are there only in a browser.
 */
export function Closing() {
  const text = useText();
  const isRunning = useDeferredValue(true, false);
  if (!text('home.close.title')) return null;
  return (
    <Place data-app>
      {isRunning && (
        <>
          <Divider />
          <Text as={Heading} path="home.close.title" />
          <Text path="home.close.answer" />
          <Reach>
            <Text as={Play} data-screen to="/contact" path="home.header.write" />
            <Address>
              <Way href={`mailto:${owner.email}`}>{owner.email}</Way>
              <CopyButton value={owner.email} label="home.close.copy" />
            </Address>
            {owner.profiles.map(({ label, url }) => (
              <Text key={url} as={Way} href={url} rel="me" path={label} />
            ))}
          </Reach>
        </>
      )}
    </Place>
  );
}

/** As high as its later content. */
const Place = styled.div`
  display: flow-root;
  min-height: 284px;

  @media (max-width: 530px) {
    min-height: 358px;
  }

  @media (max-width: 370px) {
    min-height: 414px;
  }

  @media print {
    min-height: 0;
  }
`;

const Reach = styled(Ways)`
  align-items: center;
`;

/** As high as a thumb. */
const Way = styled(OutsideLink)`
  align-items: center;
  display: inline-flex;
  min-height: 44px;

  @media print {
    /* Keeps the space before its address. */
    display: inline;
  }
`;

const Address = styled.span`
  align-items: center;
  display: flex;
`;
