import { onMobile, styled, Text, Title, tokens } from '@portfolio/kit';
import { FindMe } from './find-me.tsx';
import { besideForm } from './letter.tsx';
import { MessageForm } from './message-form.tsx';

export default function ContactPage() {
  return (
    <>
      <Text as={Title} path="contact.title" />
      <Blocks>
        <MessageForm />
        <FindMe />
      </Blocks>
      <Text as={NiceDay} path="contact.niceDay" />
    </>
  );
}

const Blocks = styled.div`
  display: grid;
  gap: 48px clamp(24px, 4vw, 56px);
  grid-template-columns: minmax(0, 1fr);
  margin-top: 40px;

  ${onMobile} {
    margin-top: 32px;
  }

  ${besideForm} {
    grid-template-columns: minmax(0, 1fr) 17rem;
  }
`;

const NiceDay = styled.p`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  margin: 40px 0 0;
  text-align: right;
  text-wrap: balance;
`;
