import {
  ExternalLink,
  IconButton,
  Link,
  NavLink,
  Outlet,
  OutsideLink,
  owner,
  Route,
  Routes,
  Text,
  Tooltip,
  useLocation,
  useParams,
} from '@portfolio/kit';

export function Links() {
  return (
    <p>
      <Text as={Link} to="/home" path="kit.example.home" />
      {' · '}
      <Text as={NavLink} to="/kit" path="kit.navigation" />
    </p>
  );
}

export function LinksOutOfTheSite() {
  return (
    <p>
      <OutsideLink href={owner.codeProfile}>{owner.name}</OutsideLink>
      {' · '}
      <ExternalLink href={owner.gameProfile} tooltip="kit.example.tooltip">
        <Text path="kit.example.games" />
      </ExternalLink>
    </p>
  );
}

export function Tooltips() {
  return (
    <Tooltip path="kit.example.tooltip">
      <IconButton aria-label="?">?</IconButton>
    </Tooltip>
  );
}

function Post() {
  const { post } = useParams();
  return <p>{post ?? '—'}</p>;
}

function Frame() {
  const { pathname } = useLocation();
  return (
    <>
      <code>{pathname}</code>
      <Outlet />
    </>
  );
}

export function PagesWithinPages() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<Post />} />
        <Route path=":post" element={<Post />} />
      </Route>
    </Routes>
  );
}
