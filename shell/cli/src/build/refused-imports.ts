import path from 'node:path';
import type { ExternalItemFunctionData } from '@rspack/core';

const fromKit =
  'import what "@portfolio/kit" hands on of it: a second copy knows nothing of the page';

/** What a section cannot import, by what is asked for, and what to do instead. */
const refused: readonly (readonly [RegExp, string])[] = [
  [
    /\.(?:css|s[ac]ss|less)$/,
    'styles stand beside their component, with `styled` of "@portfolio/kit"',
  ],
  [
    /\.(?:png|jpe?g|webp|avif|gif|svg)$/,
    'a picture lies in resources/ and is shown by its path there, with `Picture` of "@portfolio/kit"',
  ],
  [/^react-router(?:-dom)?(?:\/|$)/, `${fromKit} (useLocation, useParams, Link)`],
  [/^styled-components(?:\/|$)/, `${fromKit} (styled, css, keyframes)`],
  [/^(?:react-)?i18next(?:\/|$)/, `${fromKit} (Text, useText)`],
];

/** Refuses an import of a section's own sources in one sentence; the bundler adds the file and the line. */
export function refuseImports(folder: string) {
  const own = path.join(folder, 'src') + path.sep;
  return async ({ request = '', contextInfo }: ExternalItemFunctionData) => {
    const [, cure] = refused.find(([form]) => form.test(request)) ?? [];
    if (cure === undefined || !contextInfo?.issuer.startsWith(own)) return undefined;
    const error = new Error(`"${request}" cannot be imported here: ${cure}.`);
    // The bundler would print where this stands, too.
    error.stack = error.message;
    throw error;
  };
}
