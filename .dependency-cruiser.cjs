// The layer table of the design, as a build-failing rule. Read by scripts/check.mjs; src-main/layers.test.ts
// shows that it fails when a rule is broken (with TypeScript 7 the default parser would read 0 modules).
const floors = [
  'app',
  'core',
  'electron',
  'host',
  'loopback',
  'practice',
  'self-test',
  'service',
  'store',
  'vault',
];
/** Every other folder of main is a domain, so that a new one has all the rules without being named here. */
const everyDomain = `((?!(?:${floors.join('|')})/)[^/]+)`;
/** Tests may know everything. */
const outsideTheHouse = ['\\.test\\.tsx?$'];
/**
 * Where a domain still imports another one, and what of it. Each is to become something that `app/` passes in; none may be added.
 */
const meetings = {
  bills: ['orders/bill-source', 'library/scene-holdings'],
  tracking: ['tasking/task-checks', 'orders/order-checks', 'library/scene-checks'],
  delivery: ['library/scene-links', 'library/tiff-layout'],
};

module.exports = {
  forbidden: [
    {
      name: 'contract-is-pure',
      severity: 'error',
      comment: 'the contract knows zod, oRPC contract and itself only',
      from: { path: '^src-preload/contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src-preload/contract/', '^node_modules/(zod|@orpc/contract)/'] },
    },
    {
      name: 'codecs-are-pure',
      severity: 'error',
      comment: 'what main and the page decode alike knows nothing but bytes',
      from: { path: '^src-preload/codecs/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src-preload/codecs/' },
    },
    {
      name: 'shared-geometry-is-pure',
      severity: 'error',
      comment: 'what main and the page compute alike knows nothing but numbers',
      from: { path: '^src-preload/geometry/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src-preload/geometry/' },
    },
    {
      name: 'shared-systems-are-pure',
      severity: 'error',
      comment:
        'the table of coordinate systems and the reader of their well-known text know nothing but the table',
      from: { path: '^src-preload/crs/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src-preload/crs/', '^resources/epsg/'] },
    },
    {
      name: 'electron-only-in-its-host',
      severity: 'error',
      comment: 'only src-main/electron and the preload may import electron',
      from: { pathNot: ['^src-main/electron/', '^src-preload/preload\\.ts$', '^testing/electron/'] },
      to: { path: ['^electron$', 'node_modules/electron/'] },
    },
    {
      name: 'nothing-imports-a-host',
      severity: 'error',
      from: { path: '^src-', pathNot: ['^src-main/(electron|loopback)/', '\\.test\\.ts$'] },
      to: { path: '^src-main/(electron|loopback)/' },
    },
    {
      name: 'hosts-do-not-meet',
      severity: 'error',
      from: { path: '^src-main/electron/' },
      to: { path: '^src-main/loopback/' },
    },
    {
      name: 'hosts-do-not-meet-back',
      severity: 'error',
      from: { path: '^src-main/loopback/' },
      to: { path: '^src-main/electron/' },
    },
    {
      name: 'renderer-facing-socket-only-in-loopback',
      severity: 'error',
      from: {
        path: '^src-main/',
        pathNot: [
          '^src-main/(loopback|practice)/',
          // The port for other programs, which is none of the page.
          '^src-main/sharing/listen/',
          '\\.test\\.ts$',
          // These look at addresses and connect out; none of them listens.
          '^src-main/service/http/(network-place|dispatchers|system-certificates)\\.ts$',
          '^src-main/delivery/transfer/http-connection\\.ts$',
        ],
      },
      to: { path: ['^ws$', 'node_modules/ws/', '^(node:)?(http|http2|net|tls|https)$'] },
    },
    {
      name: 'practice-stands-apart',
      severity: 'error',
      comment: 'only app/start-practice.ts starts it',
      from: {
        path: '^(src-|e2e)',
        pathNot: ['^src-main/practice/', '^src-main/app/start-practice\\.ts$', '\\.test\\.ts$', '^e2e/'],
      },
      to: { path: '^src-main/practice/' },
    },
    {
      name: 'practice-imports-nothing-of-the-house',
      severity: 'error',
      from: { path: '^src-main/practice/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src-|resources/)', pathNot: '^src-main/practice/' },
    },
    {
      name: 'floors-service',
      severity: 'error',
      comment: 'service may use vault, store, contract',
      from: { path: '^src-main/service/', pathNot: '\\.test\\.ts$' },
      to: { path: `^src-main/(${everyDomain}|app|electron|loopback)/` },
    },
    {
      name: 'service-redaction',
      severity: 'error',
      comment: 'what hides secrets knows texts, nothing of requests',
      from: { path: '^src-main/service/redaction/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/service/(http|auth|api)/' },
    },
    {
      name: 'service-http',
      severity: 'error',
      comment: 'what sends requests knows no token of its own and no call of the interface',
      from: { path: '^src-main/service/http/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/service/(auth|api)/' },
    },
    {
      name: 'service-auth',
      severity: 'error',
      comment: 'tokens are fetched before any call of the interface is made',
      from: { path: '^src-main/service/auth/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/service/api/' },
    },
    {
      name: 'floors-vault-store',
      severity: 'error',
      from: { path: '^src-main/(vault|store)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src-main/',
        pathNot: ['^src-main/(vault|store|core)/', '^src-main/app-error\\.ts$'],
      },
    },
    {
      name: 'floors-core',
      severity: 'error',
      comment: 'what every domain needs knows none of them',
      from: { path: '^src-main/core/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src-',
        pathNot: ['^src-main/core/', '^src-preload/contract/', '^src-main/(app-error|start-timer)\\.ts$'],
      },
    },
    {
      name: 'floors-outbox',
      severity: 'error',
      from: { path: '^src-main/outbox/', pathNot: '\\.test\\.ts$' },
      to: { path: `^src-main/(session|tasking|orders|delivery|places|basemaps|activity|app)(/|\\.ts$)` },
    },
    {
      name: 'delivery-verification',
      severity: 'error',
      comment: 'checks know nothing of how bytes come or where they are kept',
      from: { path: '^src-main/delivery/verification/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/delivery/(storage|transfer|archives|queue|rules)/' },
    },
    {
      name: 'delivery-storage',
      severity: 'error',
      comment: 'what is on disk may be checked, and knows no network',
      from: { path: '^src-main/delivery/storage/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/delivery/(transfer|archives|queue|rules)/' },
    },
    {
      name: 'delivery-transfer',
      severity: 'error',
      comment: 'the download of one file knows no queue',
      from: { path: '^src-main/delivery/transfer/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/delivery/(archives|queue|rules)/' },
    },
    {
      name: 'delivery-archives',
      severity: 'error',
      from: { path: '^src-main/delivery/archives/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/delivery/(queue|rules)/' },
    },
    {
      name: 'delivery-queue',
      severity: 'error',
      comment: 'rules use the queue, which knows none of them',
      from: { path: '^src-main/delivery/queue/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src-main/delivery/rules/' },
    },
    {
      name: 'only-hosts-import-app',
      severity: 'error',
      comment: 'what puts everything together is known to whoever starts it alone',
      from: {
        path: '^src-main/',
        pathNot: ['^src-main/(app|electron|loopback)/', ...outsideTheHouse],
      },
      to: { path: '^src-main/app/' },
    },
    {
      name: 'only-app-and-hosts-import-host',
      severity: 'error',
      from: {
        path: '^src-main/',
        pathNot: ['^src-main/(app|host|electron|loopback|self-test)/', ...outsideTheHouse],
      },
      to: { path: '^src-main/host/' },
    },
    {
      name: 'only-app-and-hosts-import-self-test',
      severity: 'error',
      comment: 'what tries the machine is begun by a host, and its report read by the composition alone',
      from: {
        path: '^src-main/',
        pathNot: ['^src-main/(app|electron|loopback|self-test)/', ...outsideTheHouse],
      },
      to: { path: '^src-main/self-test/' },
    },
    {
      name: 'floors-host',
      severity: 'error',
      comment: 'what both hosts share knows the disk and the words, nothing of what the application does',
      from: { path: '^src-main/host/', pathNot: outsideTheHouse },
      to: { path: `^src-main/(${everyDomain}|service|practice|app|electron|loopback)/` },
    },
    {
      name: 'only-app-imports-domains',
      severity: 'error',
      from: {
        path: '^src-main/',
        pathNot: ['^src-main/app/', `^src-main/${everyDomain}/`, ...outsideTheHouse],
      },
      to: { path: `^src-main/${everyDomain}/` },
    },
    {
      name: 'domains-do-not-meet',
      severity: 'error',
      comment: 'another domain comes in through what app/ passes',
      from: {
        path: `^src-main/${everyDomain}/`,
        pathNot: [`^src-main/(${Object.keys(meetings).join('|')})/`, ...outsideTheHouse],
      },
      to: { path: `^src-main/${everyDomain}/`, pathNot: '^src-main/$1/' },
    },
    ...Object.entries(meetings).map(([domain, known]) => ({
      name: 'domains-meet-as-listed',
      severity: 'error',
      from: { path: `^src-main/${domain}/`, pathNot: outsideTheHouse },
      to: {
        path: `^src-main/${everyDomain}/`,
        pathNot: [`^src-main/${domain}/`, ...known.map((file) => `^src-main/${file}\\.ts$`)],
      },
    })),
    {
      name: 'renderer-stays-in-the-browser',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^src-main/', '^src-preload/preload'] },
    },
    {
      name: 'renderer-no-node',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'product-imports-no-testing',
      severity: 'error',
      comment: 'harnesses and builders are for tests',
      from: { path: '^src-', pathNot: outsideTheHouse },
      to: { path: '^(testing|e2e|bench)/' },
    },
    {
      name: 'page-ui',
      severity: 'error',
      comment: 'the kit of the page knows no domain',
      from: { path: '^src-renderer/(ui|i18n|geometry|theme)/', pathNot: outsideTheHouse },
      to: { path: '^src-renderer/', pathNot: '^src-renderer/(ui|i18n|geometry|theme)/' },
    },
    {
      name: 'page-formats',
      severity: 'error',
      comment: 'what reads and writes files knows places and words, nothing of the page',
      from: { path: '^src-renderer/formats/', pathNot: outsideTheHouse },
      to: {
        path: '^src-renderer/',
        pathNot: [
          '^src-renderer/(formats|i18n|geometry)/',
          '^src-renderer/client/(csv|inert-text|base64)\\.ts$',
        ],
      },
    },
    {
      name: 'page-client-state',
      severity: 'error',
      from: { path: '^src-renderer/(client|gazetteer|state)/', pathNot: outsideTheHouse },
      to: { path: '^src-renderer/(map|raster|formats|subjects|workspaces|app)/' },
    },
    {
      name: 'page-map-raster',
      severity: 'error',
      from: { path: '^src-renderer/(map|raster)/', pathNot: outsideTheHouse },
      to: { path: '^src-renderer/(formats|subjects|workspaces|app)/' },
    },
    {
      name: 'page-subjects',
      severity: 'error',
      from: { path: '^src-renderer/subjects/', pathNot: outsideTheHouse },
      to: { path: '^src-renderer/(workspaces|app)/' },
    },
    {
      name: 'page-workspaces',
      severity: 'error',
      comment: 'a workspace knows neither another one nor the shell',
      from: { path: '^src-renderer/workspaces/([^/]+)/', pathNot: outsideTheHouse },
      to: { path: '^src-renderer/(workspaces|app)/', pathNot: '^src-renderer/workspaces/$1/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      // topojson-specification is types only: there is nothing to resolve at run time.
      name: 'not-to-unresolvable',
      severity: 'error',
      from: { path: '^src-' },
      to: { couldNotResolve: true, pathNot: ['\\?', '^virtual:', '^topojson-specification$'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
