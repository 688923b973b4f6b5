import {
  CopyButton,
  Divider,
  Heading,
  OutsideLink,
  onlyWithApp,
  owner,
  styled,
  Text,
  useText,
} from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { Play, Ways } from './main-header.tsx';

/**
 * The end of the page; nothing without its text. A prerendered page only reserves its place, which saves 300
 * bytes before the first text; the content is rendered when it is visible.
 */
export function Closing() {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  if (!text('home.close.title')) return null;
  return (
    <Place ref={place}>
      {isSeen && (
        <>
          <Divider />
          <Text as={Heading} path="home.close.title" />
          <Text path="home.close.answer" />
          <Reach>
            <Text as={Play} to="/contact" path="home.header.write" />
            <Address>
              <OutsideLink href={`mailto:${owner.email}`}>{owner.email}</OutsideLink>
              <CopyButton value={owner.email} label="home.close.copy" />
            </Address>
            {owner.profiles.map(({ label, url }) => (
              <Text key={url} as={OutsideLink} href={url} rel="me" path={label} />
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
  min-height: 264px;

  @media (max-width: 860px) {
    min-height: 320px;
  }

  @media (max-width: 600px) {
    min-height: 344px;
  }

  @media (max-width: 380px) {
    min-height: 400px;
  }

  ${onlyWithApp}
`;

const Reach = styled(Ways)`
  align-items: center;
`;

const Address = styled.span`
  align-items: center;
  display: flex;
`;
