import { owner, styled, tokens } from '@portfolio/kit';

/** The address that the law may require. */
export function SiteFooter() {
  return owner.imprint && <Footer>{owner.imprint}</Footer>;
}

const Footer = styled.footer`
  border-top: 1px solid ${tokens.line};
  color: ${tokens.textSoft};
  font-size: 0.8125rem;
  line-height: 1.6;
  margin-top: 56px;
  padding-top: 14px;
  white-space: pre-line;

  @media print {
    border: 0;
    padding: 0;
  }
`;
