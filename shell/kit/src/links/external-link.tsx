import type { PropsWithChildren } from 'react';
import { OutsideLink } from './outside-link.tsx';
import { Tooltip } from './tooltip.tsx';

interface Props extends PropsWithChildren {
  href: string;
  /** The key path of the tooltip's text. */
  tooltip: string;
  className?: string;
}

/** A link out of the site with a tooltip, opening safely in a new tab. */
export function ExternalLink({ tooltip, ...link }: Props) {
  return (
    <Tooltip path={tooltip}>
      <OutsideLink {...link} />
    </Tooltip>
  );
}
