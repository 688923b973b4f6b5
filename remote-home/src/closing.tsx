import { CopyButton, Heading, OutsideLink, owner, styled, Text, useText } from '@portfolio/kit';
import { useDeferredValue } from 'react';
import { Divider } from './chapter.tsx';
import { Play, Ways } from './main-header.tsx';

/**
 * The end of the page; nothing without its text. The names of the profiles are texts of another section, which are
 * there only in a browser: the document only reserves the place of the links.
 */
export function Closing() {
  const text = useText();
  const isRunning = useDeferredValue(true, false);
  if (!text('home.close.title')) return null;
  return (
    <>
      <Divider />
      <Text as={Heading} path="home.close.title" />
      <Text path="home.close.answer" />
      <Reach>
        <Text as={Play} data-screen to="/contact" path="home.header.write" />
        {isRunning && (
          <>
            <Address>
              <Way href={`mailto:${owner.email}`}>{owner.email}</Way>
              <CopyButton value={owner.email} label="home.close.copy" />
            </Address>
            {owner.profiles.map(({ label, url }) => (
              <Text key={url} as={Way} href={url} rel="me" path={label} />
            ))}
          </>
        )}
      </Reach>
    </>
  );
}

/** As high as its later content, where that is the same in all languages. */
const Reach = styled(Ways)`
  align-content: start;

  @media (max-width: 500px) {
    min-height: 100px;
  }

  @media (max-width: 360px) {
    min-height: 156px;
  }
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
  display: flex;
`;
