import {
  boxLook,
  CopyButton,
  ExternalLink,
  Heading,
  Icon,
  owner,
  PlainList,
  styled,
  Text,
  tokens,
} from '@portfolio/kit';
import { Mail, Phone } from 'lucide-react';
import { Fragment, type PropsWithChildren, type ReactNode } from 'react';
import { Letter } from './letter.tsx';

const { phone, email, profiles } = owner;

/** The right block: the mail address, and phone and profiles if given. */
export function FindMe() {
  return (
    <section aria-labelledby="find-me">
      <Text as={Heading} id="find-me" path="contact.findMe.title" />
      <Ways>
        {phone && (
          <Way
            label="contact.findMe.phone"
            icon={<Phone size={16} />}
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            button={<CopyButton value={phone} label="contact.findMe.copyPhone" />}
          >
            {phone}
          </Way>
        )}
        <Way
          label="contact.findMe.email"
          icon={<Mail size={16} />}
          href={`mailto:${email}`}
          button={<CopyButton value={email} label="contact.findMe.copyEmail" />}
        >
          <span>
            {addressParts.map(({ 0: part, index }) => (
              <Fragment key={index}>
                <wbr />
                {part}
              </Fragment>
            ))}
          </span>
        </Way>
        {profiles.map(({ label, url, icon }) => (
          <Way key={url} label={label} icon={<Icon name={icon} size={16} />} href={url} rel="me">
            {url.replace(/^https?:\/\//, '')}
          </Way>
        ))}
      </Ways>
      <Letter />
    </section>
  );
}

/** In a narrow column, the address breaks before these parts instead of within a word. */
const addressParts = [...email.matchAll(/^[^@.]*|[@.][^@.]*/g)];

interface WayProps extends PropsWithChildren {
  /** The key path of its name; the key with `Tooltip` appended has its tooltip. */
  label: string;
  icon: ReactNode;
  href: string;
  rel?: string;
  button?: ReactNode;
}

function Way({ label, icon, button, ...target }: WayProps) {
  return (
    <Row>
      <Name>
        {icon}
        <Text path={label} />
      </Name>
      <Line>
        <Target {...target} tooltip={`${label}Tooltip`} />
        {button}
      </Line>
    </Row>
  );
}

/** In one column with the form, the ways are two per row, or one where two do not fit. */
const Ways = styled(PlainList)`
  ${boxLook}
  column-gap: 32px;
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, max(17rem, 40%)), 1fr));
  overflow: hidden;
  padding: 0 16px 4px;
`;

/** The border overlaps the row above, so that the box cuts off that of the first row. */
const Row = styled.li`
  border-top: 1px solid ${tokens.line};
  margin-top: -1px;
  padding: 14px 0 6px;
`;

const Name = styled.div`
  align-items: center;
  color: ${tokens.textSoft};
  display: flex;
  font-size: 0.9375rem;
  gap: 8px;
  line-height: 1.3;
`;

const Line = styled.div`
  align-items: center;
  display: flex;
  gap: 8px;
  justify-content: space-between;
  min-height: 44px;
`;

/** The focus ring stays clear of the name above. On paper the text is the address already. */
const Target = styled(ExternalLink)`
  align-items: center;
  display: inline-flex;
  margin-inline: -6px;
  min-height: 44px;
  overflow-wrap: anywhere;
  padding-inline: 6px;

  &:focus-visible {
    outline-offset: -4px;
  }

  @media print {
    &&[target]::after {
      content: none;
    }
  }
`;
