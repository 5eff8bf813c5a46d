import { existsSync, readdirSync } from 'node:fs';

/**
 * The folders that a folder may import from, besides itself. Every feature may also use `ui`, `platform` and `i18n`. A
 * new folder of `app` may import nothing else until it has a line here; a new direction between features needs a reason.
 */
const MAY_IMPORT = {
  // The base of every feature knows none of them.
  'app/i18n': ['app/platform'],
  'app/platform': ['app/i18n'],
  'app/ui': ['app/i18n', 'app/platform'],

  'app/accounts': [],
  // The API and the webhooks publish what the other features hold.
  'app/api': [
    'app/accounts',
    'app/billing/tax',
    'app/catalogue',
    'app/chat',
    'app/notifications',
    'app/orders',
    'app/reviews',
    'app/shop',
    'app/webhooks',
  ],
  // A model suggests replies from what the other features hold; they do not know it.
  'app/assistant': ['app/accounts', 'app/catalogue', 'app/chat', 'app/orders', 'app/shop'],
  // The shop shows the published catalogue, and the editor previews it with the shop's components.
  // Both hold the options and the intake form of a service, whose rules and prices belong to orders.
  'app/catalogue': ['app/shop', 'app/billing/tax', 'app/orders/intake', 'app/orders/pricing'],
  'app/shop': [
    'app/catalogue',
    'app/billing/tax',
    'app/orders/intake',
    'app/orders/pricing',
    'app/portal',
  ],
  // Rules of money that orders apply; billing knows no orders.
  'app/billing': ['app/accounts'],
  // The chat screens know of offers and suggested replies only their views.
  'app/chat': ['app/accounts', 'app/assistant/protocol', 'app/billing/tax', 'app/orders/protocol'],
  // The account shows everything of an address. Orders know their company.
  'app/clients': ['app/accounts', 'app/billing', 'app/chat', 'app/orders', 'app/shop'],
  'app/files': ['app/accounts', 'app/chat'],
  // A quoted email may contain a link of any feature.
  'app/inbound-email': [
    'app/accounts',
    'app/chat',
    'app/clients',
    'app/files',
    'app/orders',
    'app/reviews',
    'app/shop',
  ],
  // Members are notified of orders that are given to them.
  'app/notifications': ['app/accounts', 'app/api', 'app/chat', 'app/orders'],
  'app/orders': [
    'app/accounts',
    'app/billing',
    'app/chat',
    'app/clients',
    'app/reviews',
    'app/shop',
  ],
  'app/reviews': ['app/shop'],
  // The guide computes its steps from what the other features hold, and removes the demo data from all of them.
  'app/setup-guide': [
    'app/accounts',
    'app/billing',
    'app/catalogue',
    'app/chat',
    'app/orders',
    'app/reviews',
    'app/shop',
  ],
  'app/webhooks': ['app/accounts', 'app/api', 'app/chat', 'app/orders'],

  // The frame of the portal's pages.
  'app/portal': ['app/accounts', 'app/catalogue', 'app/shop'],
  // Authentication and parsing of requests, and the route table's helpers.
  'app/http': ['app'],
  'app/routing': ['app'],

  // The server starts the whole product.
  server: ['app', 'db'],
  // Migrations, demo data and the move to PostgreSQL.
  db: ['app'],
  scripts: ['app', 'db', 'tests'],
  bench: ['app', 'scripts', 'server', 'tests'],
  // The other products that are measured are programs of their own, with packages of their own.
  perf: ['app', 'bench'],
  // Programs of other people, who have nothing of ours.
  examples: [],
};

/** Folders of features whose code runs in a browser. */
const IN_BROWSER = '(?:client|embed|inbox|protocol|ui|widget)';
/** Pages and JSON endpoints, from which the build removes what runs on the server. */
const ENDPOINTS =
  '^app/(?:routing/|http/|portal/|shop/layout/|[^/]+/(?:pages|http)[./]|root\\.tsx$)';
const SERVER_CODE = '\\.server\\.tsx?$';
const TESTS = '(?:^tests/|\\.(?:test|spec|check|generate)\\.tsx?$)';
const OUR_CODE = '^(?:app|bench|db|examples|perf|scripts|server|tests)/';

/** The pattern of one file, which has to exist: a rule about a file that was moved would check nothing. */
function only(path) {
  if (!existsSync(path)) throw new Error(`${path} of .dependency-cruiser.mjs does not exist`);
  return `^${path.replaceAll('.', '\\.')}$`;
}

function foldersOfApp() {
  return readdirSync('app', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `app/${name}`);
}

function mayImport(folder) {
  if (!existsSync(folder)) throw new Error(`${folder} of .dependency-cruiser.mjs does not exist`);
  const isBase = ['app/i18n', 'app/platform', 'app/ui'].includes(folder);
  const shared =
    folder.startsWith('app/') && !isBase ? ['app/i18n', 'app/platform', 'app/ui', 'examples'] : [];
  const allowed = [folder, ...(MAY_IMPORT[folder] ?? []), ...shared];
  return {
    name: `imports-of-${folder.replace('/', '-')}`,
    severity: 'error',
    comment:
      'A folder imports from the folders that MAY_IMPORT lists for it. Pages and endpoints combine features freely.',
    from: { path: `^${folder}/`, pathNot: [TESTS, '^app/[^/]+/(?:pages|http)[./]'] },
    to: { path: OUR_CODE, pathNot: allowed.map((path) => `^${path}/`) },
  };
}

const rules = [
  ...new Set([...foldersOfApp(), ...Object.keys(MAY_IMPORT)]).values().map(mayImport),
  {
    name: 'no-cycles',
    comment: 'No circular imports, not even for types.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-missing-files',
    comment: 'Every import names an existing file with its extension, as Node requires.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'pages-of-one-feature',
    comment:
      'Only pages and endpoints import pages and endpoints. The browser takes the types of its requests from them.',
    from: { path: '^app/', pathNot: [TESTS, ENDPOINTS, only('app/routes.ts')] },
    to: { path: '^app/[^/]+/(?:pages|http)[./]', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-app-files-in-features',
    comment:
      'No feature knows the app context or the route table: a use case names the services it needs.',
    from: { path: '^app/[^/]+/', pathNot: [TESTS, ENDPOINTS] },
    to: { path: '^app/[^/]+\\.tsx?$' },
  },
  {
    name: 'types-of-the-app-context',
    comment:
      'The app context imports only types, so that the page bundle does not open a resource a second time.',
    from: { path: only('app/app-context.ts') },
    to: { path: OUR_CODE, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-server-code-in-browser',
    comment: 'Browser code imports only types from server files.',
    from: { path: '^app/', pathNot: [SERVER_CODE, ENDPOINTS, TESTS, '^app/[^/]+/server/'] },
    to: { path: SERVER_CODE, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-server-folder-in-browser',
    comment: 'The folders for the browser and the protocol do not import from a server/ folder.',
    from: { path: `^app/[^/]+/${IN_BROWSER}/`, pathNot: [SERVER_CODE, TESTS] },
    to: { path: '^app/[^/]+/server/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-browser-code-in-protocol',
    comment:
      'A protocol is shared by browser and server: it imports protocols, platform code and types.',
    from: { path: '^app/[^/]+/protocol/', pathNot: TESTS },
    to: {
      path: OUR_CODE,
      // The shop's rules for prices, services and addresses stand at its root, those of orders in folders; both sides
      // use them.
      pathNot: [
        '^app/[^/]+/protocol/',
        '^app/(?:i18n|platform)/',
        '^app/shop/[\\w-]+\\.ts$',
        '^app/orders/(?:intake|pricing)/',
        '^app/billing/tax/',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'no-browser-code-on-server',
    comment: 'The server folder of a feature does not know its screens.',
    from: { path: '^app/[^/]+/server/', pathNot: TESTS },
    to: {
      path: '^app/[^/]+/(?:client|embed|inbox|pages|ui|widget)/',
      pathNot: '^app/chat/embed/server/',
    },
  },
  {
    name: 'no-changes-in-endpoints',
    comment:
      'Pages and endpoints do not call change(): related writes are one use case of a feature.',
    from: { path: ENDPOINTS, pathNot: TESTS },
    to: {
      path: only('app/platform/change/change.server.ts'),
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'modules-are-listed-once',
    comment: 'The list of modules is the only file that imports the module file of a feature.',
    from: { pathNot: [TESTS, only('server/modules.ts')] },
    to: { path: '/module\\.server\\.ts$' },
  },
  {
    name: 'no-socket-library-in-app',
    comment: 'The chat does not know Socket.IO, except for the file that opens its connection.',
    from: { path: '^app/', pathNot: [TESTS, only('app/chat/client/live-connection.ts')] },
    to: { path: '^node_modules/socket\\.io' },
  },
  {
    name: 'no-development-packages',
    comment: 'Code of the installation does not import development dependencies.',
    // The build reads the route table.
    from: { path: '^(?:app|db|server)/', pathNot: [TESTS, only('app/routes.ts')] },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
      dynamic: false,
    },
  },
  {
    name: 'no-index-files',
    comment: 'A file of re-exports hides where code is defined.',
    from: { path: '(?:^|/)index\\.tsx?$' },
    to: { path: OUR_CODE, dependencyTypes: ['export'] },
  },
  {
    name: 'no-vague-names',
    comment: 'A file is named after what it does: no utils and no helpers.',
    from: {},
    to: {
      path: '(?:^|/)(?:utils?|helpers?|common|misc|lib)[./]',
      pathNot: 'node_modules',
    },
  },
  {
    name: 'content-without-code',
    comment: 'content/ contains only texts and lists.',
    from: {},
    to: { path: '^content/.*\\.tsx?$' },
  },
];

export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  required: [
    {
      name: 'parser-sees-imports',
      severity: 'error',
      comment: 'Without a TypeScript parser, no import is found and no rule applies.',
      module: { path: only('server/modules.ts') },
      to: { path: '/module\\.server\\.ts$' },
    },
  ],
  options: {
    // TypeScript 7 has no parser for other programs.
    parser: 'swc',
    moduleSystems: ['es6'],
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Written by the build and by the type generator of React Router.
    exclude: { path: ['(?:^|\\.\\./)build/', '/\\+types/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'module-sync', 'node', 'default'],
    },
  },
};
