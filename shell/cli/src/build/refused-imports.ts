const fromKit =
  'import what "@portfolio/kit" hands on of it: a second copy knows nothing of the page';

/** Imports that a section cannot have, and what to do instead. */
const refused: readonly (readonly [RegExp, string])[] = [
  [
    /\.(?:s[ac]ss|less)$/,
    'write it as CSS (`*.module.css`), which nests, or beside its component with `styled` of "@portfolio/kit"',
  ],
  [
    /\.(?:png|jpe?g|webp|avif|gif|svg)(?:\?.*)?$/,
    'a picture lies in resources/ and is shown by its path there, with `Picture` of "@portfolio/kit"',
  ],
  [
    /^react-router(?:-dom)?(?:\/|$)/,
    `${fromKit} (useLocation, useParams, useNavigate, useSearchParams, Navigate, Link)`,
  ],
  [/^styled-components(?:\/|$)/, `${fromKit} (styled, css, keyframes)`],
  [
    /^tailwindcss(?:\/|$)/,
    'compile it with `npx --yes @tailwindcss/cli -i src/tailwind.in.css -o src/tailwind.css`, and import that file',
  ],
  [/^(?:react-)?i18next(?:\/|$)/, `${fromKit} (Text, useText)`],
];

/** The refusal of an import with what to do instead; undefined for one that is possible. */
export function refusalOfImport(request: string): string | undefined {
  const [, cure] = refused.find(([form]) => form.test(request)) ?? [];
  return cure && `"${request}" cannot be imported here: ${cure}.`;
}
