import {
  Button,
  buttonLook,
  Divider,
  Heading,
  IconButton,
  Link,
  quietButtonLook,
  styled,
  Text,
  Title,
  tokens,
  turning,
} from '@portfolio/kit';

const Primary = styled(Link)`
  ${buttonLook}
`;

const Quiet = styled(Link)`
  ${quietButtonLook}
`;

const Card = styled.div`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  margin: 16px 0;
  padding: 16px;
`;

const Gem = styled.span`
  ${turning}
  color: ${tokens.primary};
  display: inline-block;
`;

export function Looks() {
  return (
    <>
      {/* Rendered as `p`, since the page has its `h1` already. */}
      <Title as="p">
        <Text path="kit.example.title" />
      </Title>
      <Divider />
      <Heading as="p">
        <Text path="kit.example.heading" />
      </Heading>
      <Text as={Button} type="button" path="kit.example.send" />{' '}
      <Text as={Primary} to="/home" path="kit.example.home" />{' '}
      <Text as={Quiet} to="/contact" path="kit.example.contact" />
      <IconButton aria-label="+">＋</IconButton>
      <Card>
        <Gem>◆</Gem> <Text path="kit.example.text" />
      </Card>
    </>
  );
}
