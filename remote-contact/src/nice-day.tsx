import { styled, Text, tokens } from '@portfolio/kit';

/** The last word, at the bottom right. */
export function NiceDay() {
  return (
    <Small>
      <Text path="contact.niceDay" />
    </Small>
  );
}

const Small = styled.p`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  margin: 40px 0 0;
  text-align: right;
  text-wrap: balance;
`;
