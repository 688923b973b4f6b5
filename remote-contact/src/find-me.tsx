import { ExternalLink, Heading, owner, styled, Text, tokens } from '@portfolio/kit';
import { CodeXml, Gamepad2, Mail, Phone } from 'lucide-react';
import { Fragment } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Letter } from './letter.tsx';
import { Way } from './way.tsx';

/** Where large letters leave no room for all of the address it breaks before these, not within a word. */
const parts = [...owner.email.matchAll(/^[^@.]*|[@.][^@.]*/g)];

/** The right block: mail, and of phone and the two profiles what there is. */
export function FindMe() {
  return (
    <Block aria-labelledby="find-me">
      <Heading id="find-me">
        <Text path="contact.findMe.title" />
      </Heading>
      <Ways>
        {owner.phone && (
          <Way icon={Phone} label="contact.findMe.phone">
            <Target
              href={`tel:${owner.phone.replace(/[^+\d]/g, '')}`}
              tooltip="contact.findMe.phoneTooltip"
            >
              {owner.phone}
            </Target>
            <CopyButton value={owner.phone} label="contact.findMe.copyPhone" />
          </Way>
        )}
        <Way icon={Mail} label="contact.findMe.email">
          <Target href={`mailto:${owner.email}`} tooltip="contact.findMe.emailTooltip">
            <span>
              {parts.map(({ 0: part, index }) => (
                <Fragment key={index}>
                  <wbr />
                  {part}
                </Fragment>
              ))}
            </span>
          </Target>
          <CopyButton value={owner.email} label="contact.findMe.copyEmail" />
        </Way>
        {owner.gameProfile && (
          <Way icon={Gamepad2} label="contact.findMe.games">
            <Target href={owner.gameProfile} tooltip="contact.findMe.gamesTooltip">
              {withoutProtocol(owner.gameProfile)}
            </Target>
          </Way>
        )}
        {owner.codeProfile && (
          <Way icon={CodeXml} label="contact.findMe.code">
            <Target href={owner.codeProfile} tooltip="contact.findMe.codeTooltip">
              {withoutProtocol(owner.codeProfile)}
            </Target>
          </Way>
        )}
      </Ways>
      <Letter />
    </Block>
  );
}

function withoutProtocol(address: string): string {
  return address.replace(/^https?:\/\//, '');
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
