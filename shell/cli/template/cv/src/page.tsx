import {
  Heading,
  OutsideLink,
  styled,
  Text,
  Title,
  tokens,
  useResource,
  useSettings,
} from '@portfolio/kit';
import { type Entry, namesOf, parts } from './resume.ts';
import { resumes } from './resumes.ts';

/** /{{name}}, which the deploy prints as well: `print` in package.json says on which paper. */
export default function Page() {
  const language = useSettings((settings) => settings.language);
  const resource = useResource();
  const resume = resumes[language] ?? Object.values(resumes)[0];
  if (!resume) return null;
  const { name, label, email, phone, url, summary, location, profiles = [] } = resume.basics;
  const { city, region, countryCode } = location ?? {};
  return (
    <Sheet>
      <header>
        <Title>{name}</Title>
        {label && <Label>{label}</Label>}
        <Line>
          <span>{[city, region, countryCode].filter(Boolean).join(', ')}</span>
          {email && <OutsideLink href={`mailto:${email}`}>{email}</OutsideLink>}
          {phone && <span>{phone}</span>}
          {url && <OutsideLink href={url}>{new URL(url).host}</OutsideLink>}
          {profiles.map((profile) => (
            <OutsideLink key={profile.url} href={profile.url}>
              {profile.network}
            </OutsideLink>
          ))}
        </Line>
        <OnScreen>
          <Text path="{{name}}.print" />
          {['A4', 'Letter'].map((paper) => (
            <PaperLink
              key={paper}
              href={resource(`{{name}}.${language}.${paper.toLowerCase()}.pdf`)}
              download={`${name}.pdf`}
            >
              {paper}
            </PaperLink>
          ))}
        </OnScreen>
      </header>
      {summary && <p>{summary}</p>}
      {parts.map((part) => {
        const entries = resume[part] ?? [];
        return (
          entries.length > 0 && (
            <section key={part}>
              <Heading>
                <Text path={`{{name}}.parts.${part}`} />
              </Heading>
              {entries.map((entry) => (
                <Row key={JSON.stringify(entry)} {...entry} />
              ))}
            </section>
          )
        );
      })}
    </Sheet>
  );
}

/** An entry of any part. */
function Row(entry: Entry) {
  const { title, place } = namesOf(entry);
  const { url, summary, description, reference, highlights = [], keywords = [] } = entry;
  const words = summary ?? description ?? reference;
  return (
    <Article>
      <Line>
        <strong>{title}</strong>
        {place && <span>{url ? <OutsideLink href={url}>{place}</OutsideLink> : place}</span>}
        <When {...entry} />
      </Line>
      {words && <p>{words}</p>}
      {highlights.length > 0 && (
        <ul>
          {highlights.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {keywords.length > 0 && <p>{keywords.join(', ')}</p>}
    </Article>
  );
}

function When({ startDate, endDate, date, releaseDate }: Entry) {
  const day = date ?? releaseDate;
  if (day)
    return (
      <Soft>
        <Month of={day} />
      </Soft>
    );
  if (!startDate && !endDate) return null;
  return (
    <Soft>
      {startDate && <Month of={startDate} />} –{' '}
      {endDate ? <Month of={endDate} /> : <Text path="{{name}}.today" />}
    </Soft>
  );
}

/** Of a date such as 2024-03-01, 2024-03 or 2024. */
function Month({ of }: { of: string }) {
  const language = useSettings((settings) => settings.language);
  const month = of.length > 4 ? ({ month: 'short' } as const) : {};
  const format = new Intl.DateTimeFormat(language, { year: 'numeric', timeZone: 'UTC', ...month });
  return <time dateTime={of}>{format.format(new Date(of))}</time>;
}

const Sheet = styled.div`
  display: grid;
  gap: 28px;

  p, ul {
    margin: 6px 0 0;
    max-width: 42em;
  }

  @media print {
    font-size: 10.5pt;
    gap: 14px;
  }
`;

const Label = styled.p`
  font-size: 1.2em;
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 16px;
`;

const Article = styled.article`
  break-inside: avoid;
  margin-top: 14px;
`;

const Soft = styled.span`
  color: ${tokens.textSoft};
`;

const OnScreen = styled(Line)`
  margin-top: 12px;

  @media print {
    display: none;
  }
`;

const PaperLink = styled.a`
  color: ${tokens.accent};
`;
