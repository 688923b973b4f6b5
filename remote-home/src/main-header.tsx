import { onMobile, Picture, styled, Text, Title, tokens } from '@portfolio/kit';

/** What this is, in one line, and who is behind it: the pig. */
export function MainHeader() {
  return (
    <Row>
      <Title>
        <Text path="home.header.start" />{' '}
        <Accent>
          <Text path="home.header.accent" />
        </Accent>
      </Title>
      <Mascot>
        <Picture path="mascot.svg" alt="home.header.mascot" width={280} height={280} isUrgent />
      </Mascot>
    </Row>
  );
}

const Row = styled.header`
  align-items: center;
  display: grid;
  gap: 24px 40px;
  grid-template-columns: minmax(0, 1fr) clamp(140px, 32%, 280px);
  margin-bottom: 40px;

  ${onMobile} {
    grid-template-columns: 1fr;
  }

  @media (max-width: 560px) {
    grid-template-columns: 1fr;
  }
`;

const Accent = styled.span`
  color: ${tokens.accent};
  /* A line of its own, in every language and window, and while it loads. */
  display: block;
`;

const Mascot = styled.div`
  @media (max-width: 560px) {
    max-width: 200px;
    order: -1;
  }
`;
