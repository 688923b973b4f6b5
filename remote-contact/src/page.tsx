import { onMobile, styled, Text, Title } from '@portfolio/kit';
import { FindMe } from './find-me.tsx';
import { LeaveMessage } from './leave-message.tsx';
import { NiceDay } from './nice-day.tsx';

/** /contact: a message to leave, and where else to find me. */
export default function ContactPage() {
  return (
    <>
      <Title>
        <Text path="contact.title" />
      </Title>
      <Blocks>
        <LeaveMessage />
        <FindMe />
      </Blocks>
      <NiceDay />
    </>
  );
}

const Blocks = styled.div`
  align-items: start;
  display: grid;
  gap: 48px 56px;
  grid-template-columns: minmax(0, 1fr) 17rem;
  margin-top: 40px;

  ${onMobile} {
    grid-template-columns: minmax(0, 1fr);
    margin-top: 32px;
  }

  @media (max-width: 859px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
