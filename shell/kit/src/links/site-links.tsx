import type { ComponentProps } from 'react';
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router-dom';

type Props<Of extends typeof RouterLink | typeof RouterNavLink> = ComponentProps<Of> & {
  to: string;
};

/** A link within the site. It takes along what was chosen for this visit: a preview, a language. */
export function Link({ to, ...rest }: Props<typeof RouterLink>) {
  return <RouterLink to={useSiteAddress(to)} {...rest} />;
}

/** The same for a navigation, where the entry of the page that is open is marked. */
export function NavLink({ to, ...rest }: Props<typeof RouterNavLink>) {
  return <RouterNavLink to={useSiteAddress(to)} {...rest} />;
}

/** What lasts as long as the visit. */
const lasting = new Set(['preview', 'language']);

function useSiteAddress(to: string) {
  const asked = new URLSearchParams(useLocation().search);
  const kept = new URLSearchParams([...asked].filter(([name]) => lasting.has(name)));
  const [pathname = '', hash = ''] = to.split('#');
  return { pathname, search: `${kept}`, hash };
}
