import { Visitor } from '@swc/core/Visitor.js';

// The visitor of the pinned swc throws at `using`, which declares as `const` does.
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function visit(statement) {
  const { type, decls: declarations } = statement;
  const isUsing = type === 'UsingDeclaration';
  const known = isUsing ? { ...statement, type: 'VariableDeclaration', declarations } : statement;
  return visitStatement.call(this, known);
};

/**
 * The borders between the packages. Who may import whom is one table; by its name only, declared in
 * its own package.json, and never in a circle. Tests may use the test support besides.
 */
const arrows = {
  'shell/contract': [],
  'shell/kit': ['shell/contract'],
  'shell/releases': ['shell/contract'],
  'shell/src': ['shell/kit', 'shell/contract'],
  'remote-[^/]+': ['shell/kit', 'shell/contract'],
  'api/src': ['shell/releases', 'shell/contract'],
  'shell/cli': ['api/src', 'shell/releases', 'shell/contract'],
  'shell/test-support': ['api/src', 'shell/releases', 'shell/contract'],
  'shell/(?:e2e|bench|drawings)': [
    'api/src',
    'shell/(?:cli|releases|contract|kit|test-support)',
    'remote-portfolio',
    'shell/(?:e2e|bench|drawings)',
  ],
};

const ours = '^(?:api|shell|remote-[^/]+)/(?!.*node_modules/)';
const test = '\\.(?:test|spec)\\.tsx?$|/fixtures/';

const rule = (name, from, to) => ({ name, severity: 'error', from, to });

const borders = Object.entries(arrows).map(([from, to]) =>
  rule(
    `what ${from} may import`,
    { path: `^${from}/`, pathNot: test },
    { path: ours, pathNot: [from, ...to].map((folder) => `^${folder}/`) },
  ),
);

/**
 * The folders of a package, the lowest first: each may import from those before it, and from none after it.
 * A dot is the package's own files, without its index.
 */
const layers = {
  'shell/releases/src': 'database release store live access',
  'shell/cli/src': 'terminal project build checks pages publishing deploy commands',
  'shell/kit/src': '. texts links hints markdown pictures testing',
  'api/src':
    '(?:config|log)\\. http contact development document locales releases publishing (?:create-app|health|server|main)\\.',
  'shell/src': 'federation routing header layout pages slot notices . server',
};

/** A folder, some files by the beginning of their names, or `.` for all files beside the folders. */
const inLayer = (layer) => {
  if (layer === '.') return '(?!(?:index|shell)\\.)[^/]+$';
  return layer.endsWith('\\.') ? layer : `${layer}/`;
};

const upward = Object.entries(layers).flatMap(([folder, listed]) => {
  const names = listed.split(' ');
  return names.slice(0, -1).map((layer, at) => {
    const above = names.slice(at + 1).map(inLayer);
    const from = { path: `^${folder}/${inLayer(layer)}`, pathNot: test };
    return rule(`what ${layer} of ${folder} may import`, from, {
      path: `^${folder}/(?:${above.join('|')})`,
    });
  });
});

export default {
  forbidden: [
    ...upward,
    ...borders,
    rule('no circle', {}, { circular: true }),
    rule(
      'sharing is imported in two places',
      // The two sides it is said for: the shell has the names as a type.
      { path: ours, pathNot: ['/cli/src/build/base-config\\.ts$', '/federation/container\\.ts$'] },
      { path: '^rspack\\.shared\\.ts$' },
    ),
    rule(
      'another package by its name',
      { path: '^(shell/(?:contract|kit|releases|cli|test-support)|api|remote-[^/]+)/' },
      { path: ours, pathNot: ['^$1/'], dependencyTypes: ['local'] },
    ),
    rule(
      'what is imported is declared',
      { path: '^(?:api|shell|remote-[^/]+)/', pathNot: [test, '/(?:e2e|bench|drawings)/'] },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    ),
    rule(
      'the kit runs in a browser',
      { path: '^shell/kit/src/', pathNot: [test, '/testing/browser-globals\\.'] },
      { dependencyTypes: ['core'] },
    ),
    rule('nothing unresolved', {}, { couldNotResolve: true }),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|/cli/template/|/plain-host/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'default', 'types', 'node'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
