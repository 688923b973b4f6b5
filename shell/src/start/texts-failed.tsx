import { Button, owner, Picture, ResourceBase, styled, Title } from '@portfolio/kit';

/** What each language of `locales/` says below `notices.textsFailed`, filled in by the build. */
declare const TEXTS_FAILED: readonly { language: string; text: string; retry: string }[];

interface Props {
  /** The folder of the shell's release. */
  base: string;
  onRetry: () => void;
}

/** The only words that are built in, for a visit without texts whose document came without its page. */
export function TextsFailed({ base, onRetry }: Props) {
  return (
    <Page>
      <ResourceBase value={base}>
        <Picture path="not-found.svg" width={480} height={360} size="320px" isUrgent />
      </ResourceBase>
      <Title>{owner.name}</Title>
      <Notice role="alert">
        {TEXTS_FAILED.map(({ language, text, retry }) => (
          <div key={language} lang={language}>
            <p>{text}</p>
            <Button type="button" onClick={onRetry}>
              {retry}
            </Button>
          </div>
        ))}
      </Notice>
    </Page>
  );
}

const Page = styled.main`
  margin: 8vh auto 0;
  max-width: 480px;
  padding: 24px;
`;

const Notice = styled.div`
  display: grid;
  gap: 40px;
  margin-top: 12px;
`;
