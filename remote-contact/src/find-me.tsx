import {
  CopyButton,
  ExternalLink,
  Heading,
  Icon,
  owner,
  styled,
  Text,
  tokens,
} from '@portfolio/kit';
import { Mail, Phone } from 'lucide-react';
import { Fragment, type PropsWithChildren, type ReactNode } from 'react';
import { Letter } from './letter.tsx';

const { phone, email, profiles } = owner;

/** The right block: mail, and of phone and profiles what there is. */
export function FindMe() {
  return (
    <Block aria-labelledby="find-me">
      <Text as={Heading} id="find-me" path="contact.findMe.title" />
      <Ways>
        {phone && (
          <Way
            label="contact.findMe.phone"
            icon={<Phone {...drawn} />}
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            button={<CopyButton value={phone} label="contact.findMe.copyPhone" />}
          >
            {phone}
          </Way>
        )}
        <Way
          label="contact.findMe.email"
          icon={<Mail {...drawn} />}
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
            {withoutProtocol(url)}
          </Way>
        ))}
      </Ways>
      <Letter />
    </Block>
  );
}

/** Where large letters leave no room for all of the address it breaks before these, not within a word. */
const addressParts = [...email.matchAll(/^[^@.]*|[@.][^@.]*/g)];

function withoutProtocol(address: string): string {
  return address.replace(/^https?:\/\//, '');
}

const drawn = { size: 16, 'aria-hidden': true } as const;

interface WayProps extends PropsWithChildren {
  /** The key path of what it is; the tooltip's ends in `Tooltip`. */
  label: string;
  icon: ReactNode;
  href: string;
  rel?: string;
  button?: ReactNode;
}

/** One way to reach the owner: what it is, and the way itself below. */
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

/** Where it stands below the form its ways are two and two, or below each other where two have no room. */
const Block = styled.section`
  container-type: inline-size;
`;

const Ways = styled.ul`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  column-gap: 32px;
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, max(17rem, 40%)), 1fr));
  list-style: none;
  margin: 0;
  overflow: hidden;
  padding: 0 16px 4px;
`;

/** Its line lies above it: that of a first row is cut off at the edge of the box. */
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
  white-space: nowrap;
`;

const Line = styled.div`
  align-items: center;
  display: flex;
  gap: 8px;
  justify-content: space-between;
  min-height: 44px;
`;

/** What shows its focus stays off the name above. On paper it reads as its address already. */
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
