import {
  CopyButton,
  ExternalLink,
  Icon,
  Link,
  NavLink,
  OutsideLink,
  Text,
  Tooltip,
} from '@portfolio/kit';

const site = 'https://example.com';

export function Links() {
  return (
    <p>
      <Text as={Link} to="/home" path="kit.example.home" />
      {' · '}
      <Text as={NavLink} to="/kit" path="kit.navigation" />
      {' · '}
      <OutsideLink href={site}>
        <Icon name="star" size={16} /> example.com
      </OutsideLink>
      {' · '}
      <ExternalLink href={site} tooltip="kit.example.tooltip">
        <Text path="kit.example.games" />
      </ExternalLink>
      {' · '}
      <CopyButton value={site} label="kit.example.copy" />
      {' · '}
      <Tooltip path="kit.example.tooltip">
        <button type="button">?</button>
      </Tooltip>
    </p>
  );
}
