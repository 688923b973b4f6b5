import type { ComponentProps } from 'react';
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router-dom';

type Props<Of extends typeof RouterLink | typeof RouterNavLink> = ComponentProps<Of> & {
  to: string;
};

/** A link within the site. It takes a preview along: that lasts as long as the visitor is in it. */
export function Link({ to, ...rest }: Props<typeof RouterLink>) {
  return <RouterLink to={useSiteAddress(to)} {...rest} />;
}

/** The same for a navigation, where the entry of the page that is open is marked. */
export function NavLink({ to, ...rest }: Props<typeof RouterNavLink>) {
  return <RouterNavLink to={useSiteAddress(to)} {...rest} />;
}

function useSiteAddress(path: string): string {
  const preview = new URLSearchParams(useLocation().search).get('preview');
  return preview ? `${path}?${new URLSearchParams({ preview })}` : path;
}
