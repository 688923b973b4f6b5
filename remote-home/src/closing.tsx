import {
  CopyButton,
  Divider,
  Heading,
  OutsideLink,
  owner,
  styled,
  Text,
  useText,
} from '@portfolio/kit';
import { Play, Ways } from './main-header.tsx';

/** The end of the page; nothing without its text. */
export function Closing() {
  const text = useText();
  if (!text('home.close.title')) return null;
  return (
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
  );
}

const Reach = styled(Ways)`
  align-items: center;
`;

const Address = styled.span`
  align-items: center;
  display: flex;
`;
