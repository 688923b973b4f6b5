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
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Play, Ways } from './main-header.tsx';

/**
 * The end of the page; nothing without its text. A prerendered page only reserves its place: the names of the
 * profiles are texts of another section, which are there only in a browser, and its content would be 500 bytes more
 * before the first text. It is rendered when it is visible or printed.
 */
export function Closing() {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const isPrinted = useSyncExternalStore(
    followPaper,
    () => paper().matches,
    () => false,
  );
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
      {(isSeen || isPrinted) && (
        <>
          <Divider />
          <Text as={Heading} path="home.close.title" />
          <Text path="home.close.answer" />
          <Reach>
            <Text as={Play} data-screen to="/contact" path="home.header.write" />
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

const paper = () => matchMedia('print');

function followPaper(onChange: () => void): () => void {
  const query = paper();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** As high as its later content. */
const Place = styled.div`
  display: flow-root;
  min-height: 282px;

  @media (max-width: 530px) {
    min-height: 344px;
  }

  @media (max-width: 370px) {
    min-height: 400px;
  }

  ${onlyWithApp}

  @media print {
    display: flow-root;
    min-height: 0;
  }
`;

const Reach = styled(Ways)`
  align-items: center;
`;

const Address = styled.span`
  align-items: center;
  display: flex;
`;
