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
          <Way href={`mailto:${owner.email}`}>{owner.email}</Way>
          <CopyButton value={owner.email} label="home.close.copy" />
        </Address>
        {/* Not their names, which are texts of another section. */}
        {owner.profiles.map(({ url }) => (
          <Way key={url} href={url} rel="me">
            {url.replace(/^https?:\/\//, '')}
          </Way>
        ))}
      </Reach>
    </>
  );
}

const Reach = styled(Ways)`
  align-items: center;
`;

/** On paper the text is the address already. */
const Way = styled(OutsideLink)`
  align-items: center;
  display: inline-flex;
  min-height: 44px;

  @media print {
    &&[target]::after {
      content: none;
    }
  }
`;

const Address = styled.span`
  align-items: center;
  display: flex;
`;
