import { Button, styled } from '@portfolio/kit';

const words = [
  {
    language: 'en',
    text: 'The texts of this page could not be loaded. Please check your connection.',
    retry: 'Try again',
  },
  {
    language: 'de',
    text: 'Die Texte dieser Seite konnten nicht geladen werden. Bitte prüfe deine Verbindung.',
    retry: 'Noch einmal versuchen',
  },
] as const;

/** The only words that are built in: what is shown when there are no texts to look up. */
export function TextsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice role="alert">
      {words.map(({ language, text, retry }) => (
        <div key={language} lang={language}>
          <p>{text}</p>
          <Button type="button" onClick={onRetry}>
            {retry}
          </Button>
        </div>
      ))}
    </Notice>
  );
}

const Notice = styled.main`
  display: grid;
  gap: 40px;
  margin: 20vh auto 0;
  max-width: 480px;
  padding: 24px;
`;
