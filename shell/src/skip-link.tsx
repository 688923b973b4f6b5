import { styled, Text, tokens } from '@portfolio/kit';

/** The first stop of the keyboard: past the header to the page. Seen while it has the focus. */
export function SkipLink() {
  return (
    <Anchor
      href="#page"
      onClick={(event) => {
        // The address stays that of the page.
        event.preventDefault();
        document.getElementById('page')?.focus();
      }}
    >
      <Text path="header.skip" />
    </Anchor>
  );
}

const Anchor = styled.a`
  background: ${tokens.surface};
  border: 1px solid ${tokens.accent};
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  left: 12px;
  padding: 8px 16px;
  position: fixed;
  top: 12px;
  translate: 0 -200%;
  z-index: 50;

  &:focus {
    translate: none;
  }

  &:active {
    color: ${tokens.accent};
  }

  @media print {
    display: none;
  }
`;
