import {
  Button,
  beyondMobile,
  buttonLook,
  css,
  Divider,
  Heading,
  IconButton,
  keyframes,
  Link,
  onlyWithApp,
  onMobile,
  onPc,
  quietButtonLook,
  styled,
  Text,
  Title,
  tokens,
  turning,
  useWindowRatio,
  visuallyHidden,
  type WindowRatio,
  whereHovering,
} from '@portfolio/kit';

export function Buttons() {
  return (
    <>
      <Text as={Button} type="button" path="kit.example.send" />{' '}
      <Text as={Button} type="button" disabled path="kit.example.sending" />
    </>
  );
}

const Primary = styled(Link)`
  ${buttonLook}
`;

const Quiet = styled(Link)`
  ${quietButtonLook}
`;

export function LinksThatLookLikeButtons() {
  return (
    <>
      <Text as={Primary} to="/home" path="kit.example.home" />{' '}
      <Text as={Quiet} to="/contact" path="kit.example.contact" />
    </>
  );
}

const Add = styled(IconButton)`
  ${onlyWithApp}
`;

export function IconButtons() {
  return <Add aria-label="+">＋</Add>;
}

// A page has one Title; this is how a second one is shown without being one.
export function Headings() {
  return (
    <>
      <Title as="p">
        <Text path="kit.example.title" />
      </Title>
      <Divider />
      <Heading as="p">
        <Text path="kit.example.heading" />
      </Heading>
    </>
  );
}

const Card = styled.div`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  box-shadow: ${tokens.shadow};
  color: ${tokens.textSoft};
  padding: 16px;
`;

export function ColoursAndSizes() {
  return <Text as={Card} path="kit.example.text" />;
}

const pulse = keyframes`
  50% { scale: 1.3; }
`;

const Gem = styled.span<{ $isCalm?: boolean }>`
  ${({ $isCalm }) => ($isCalm ? css`animation: ${pulse} 2s infinite;` : turning)}
  color: ${tokens.primary};
  display: inline-block;
  margin: 16px;

  ${whereHovering} {
    &:hover {
      color: ${tokens.accent};
    }
  }
`;

const Heard = styled.span`
  ${visuallyHidden}
`;

export function Motion() {
  return (
    <>
      <Gem>◆</Gem>
      <Gem $isCalm>◆</Gem>
      <Text as={Heard} path="kit.example.text" />
    </>
  );
}

const Columns = styled.div`
  ${onPc} {
    columns: 2;
  }

  ${beyondMobile} {
    font-size: 1.1rem;
  }

  ${onMobile} {
    text-align: center;
  }
`;

const forms: Record<WindowRatio, string> = { pc: '▭', square: '□', mobile: '▯' };

export function FormsOfTheWindow() {
  const ratio = useWindowRatio();
  return (
    <Columns>
      {forms[ratio]} {ratio}
    </Columns>
  );
}
