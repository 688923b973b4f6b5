import { Markdown, styled, Text, tokens, whereHovering } from '@portfolio/kit';

/** What becomes of a message: one sentence, and the rest on demand. */
export function Privacy() {
  return (
    <Note>
      <Short>
        <Text path="contact.privacy.short" />
      </Short>
      <details>
        <More>
          <Text path="contact.privacy.more" />
        </More>
        <Markdown path="contact.privacy.text" />
      </details>
    </Note>
  );
}

const Note = styled.div`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  line-height: 1.5;
  max-width: 33em;
`;

const Short = styled.p`
  margin: 0;
`;

const More = styled.summary`
  cursor: pointer;
  min-height: 44px;
  padding: 10px 0;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;
  width: fit-content;

  ${whereHovering} {
    &:hover {
      text-decoration-thickness: 2px;
    }
  }

  &:active {
    opacity: 0.75;
  }
`;
