// The layer table of the design, as a build-failing rule. Read by scripts/check.mjs; src-main/layers.test.ts
// shows that it fails when a rule is broken (with TypeScript 7 the default parser would read 0 modules).
/** Tests may know everything. */
const outsideTheHouse = ['\\.test\\.tsx?$'];
/**
 * Where a feature of main still imports another one, and what of it. Each is to become something that `app/` passes in; none may be
 * added.
 */
const meetings = {
  usage: ['orders/bill-source', 'library/scene-holdings'],
  timeline: ['tasks/task-checks', 'orders/order-checks', 'library/scene-checks'],
  downloads: ['library/scene-links'],
};
/**
 * Which other features a feature of the page imports: a task shows its captures, a place is planned at, and so on. A feature that is not
 * named imports none.
 */
const pageMeetings = {
  downloads: ['library', 'plan'],
  imports: ['library'],
  library: ['downloads', 'imports', 'plan', 'reviews', 'sharing'],
  maps: ['places'],
  orders: ['library', 'outbox', 'plan', 'tasks'],
  outbox: ['library', 'orders', 'packages', 'plan', 'tasks'],
  packages: ['places'],
  places: ['packages', 'plan'],
  plan: ['library', 'orders', 'outbox', 'packages', 'places', 'tasks'],
  reviews: ['library', 'places', 'plan'],
  settings: ['connections', 'downloads', 'reviews', 'sharing', 'support', 'tasks'],
  sharing: ['library'],
  tasks: ['library', 'orders', 'outbox', 'plan'],
  timeline: ['orders'],
};
/** What shows lists and forms of features: engines of the page know none of it. */
const kitOfFeatures = 'kit/(lists|views|export|contract)';

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
      name: 'shared-is-pure',
      severity: 'error',
      comment: 'what main, the page and threads share knows none of them, and nothing of the machine',
      from: { path: '^src-shared/', pathNot: outsideTheHouse },
      to: { path: '^src-(main|preload|renderer)/' },
    },
    {
      name: 'shared-needs-no-node',
      severity: 'error',
      from: { path: '^src-shared/', pathNot: outsideTheHouse },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'codecs-are-pure',
      severity: 'error',
      comment: 'what main and the page decode alike knows nothing but bytes',
      from: { path: '^src-shared/raster/', pathNot: outsideTheHouse },
      to: { pathNot: '^src-shared/raster/' },
    },
    {
      name: 'shared-geometry-is-pure',
      severity: 'error',
      comment: 'it computes with numbers, and knows no system and no raster',
      from: { path: '^src-shared/geometry/', pathNot: outsideTheHouse },
      to: { path: '^src-shared/', pathNot: '^src-shared/geometry/' },
    },
    {
      name: 'shared-systems-are-pure',
      severity: 'error',
      comment:
        'the table of coordinate systems and the reader of their well-known text know nothing but the table',
      from: { path: '^src-shared/crs/', pathNot: outsideTheHouse },
      to: { pathNot: ['^src-shared/crs/', '^resources/epsg/'] },
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
          '^src-main/features/sharing/listen/',
          '\\.test\\.ts$',
          // These look at addresses and connect out; none of them listens.
          '^src-main/service/http/(network-place|dispatchers|system-certificates)\\.ts$',
          '^src-main/transfer/http-connection\\.ts$',
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
      to: { path: '^src-main/(features|transfer|raster|app|electron|loopback)/' },
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
        pathNot: '^src-main/(vault|store|core)/',
      },
    },
    {
      name: 'floors-core',
      severity: 'error',
      comment: 'what every feature needs knows none of them',
      from: { path: '^src-main/core/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src-',
        pathNot: ['^src-main/core/', '^src-preload/contract/'],
      },
    },
    {
      name: 'floors-raster',
      severity: 'error',
      comment: 'what reads, places and paints rasters knows files, and no scene',
      from: { path: '^src-main/raster/', pathNot: outsideTheHouse },
      to: { path: '^src-main/', pathNot: '^src-main/(raster|core)/' },
    },
    {
      name: 'floors-transfer',
      severity: 'error',
      comment: 'the download of one file knows no queue and no scene',
      from: { path: '^src-main/transfer/', pathNot: outsideTheHouse },
      to: { path: '^src-main/', pathNot: '^src-main/(transfer|raster|service|core)/' },
    },
    {
      name: 'transfer-verification',
      severity: 'error',
      comment: 'checks know nothing of how bytes come or where they are kept',
      from: { path: '^src-main/transfer/verification/', pathNot: outsideTheHouse },
      to: { path: '^src-main/transfer/', pathNot: '^src-main/transfer/verification/' },
    },
    {
      name: 'transfer-storage',
      severity: 'error',
      comment: 'what is on disk may be checked, and knows no network',
      from: { path: '^src-main/transfer/storage/', pathNot: outsideTheHouse },
      to: { path: '^src-main/transfer/', pathNot: '^src-main/transfer/(storage|verification)/' },
    },
    {
      name: 'downloads-archives',
      severity: 'error',
      from: { path: '^src-main/features/downloads/archives/', pathNot: outsideTheHouse },
      to: { path: '^src-main/features/downloads/(queue|rules)/' },
    },
    {
      name: 'downloads-queue',
      severity: 'error',
      comment: 'rules use the queue, which knows none of them',
      from: { path: '^src-main/features/downloads/queue/', pathNot: outsideTheHouse },
      to: { path: '^src-main/features/downloads/rules/' },
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
      to: { path: '^src-main/(features|transfer|raster|service|practice|app|electron|loopback)/' },
    },
    {
      name: 'only-app-imports-features',
      severity: 'error',
      from: { path: '^src-main/', pathNot: ['^src-main/(app|features)/', ...outsideTheHouse] },
      to: { path: '^src-main/features/' },
    },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      comment: 'another feature comes in through what app/ passes',
      from: {
        path: '^src-main/features/([^/]+)/',
        pathNot: [`^src-main/features/(${Object.keys(meetings).join('|')})/`, ...outsideTheHouse],
      },
      to: { path: '^src-main/features/', pathNot: '^src-main/features/$1/' },
    },
    ...Object.entries(meetings).map(([feature, known]) => ({
      name: 'features-meet-as-listed',
      severity: 'error',
      from: { path: `^src-main/features/${feature}/`, pathNot: outsideTheHouse },
      to: {
        path: '^src-main/features/',
        pathNot: [
          `^src-main/features/${feature}/`,
          ...known.map((file) => `^src-main/features/${file}\\.ts$`),
        ],
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
      name: 'page-kit',
      severity: 'error',
      comment: 'the kit of the page knows no feature, and nothing of the window',
      from: { path: '^src-renderer/kit/', pathNot: outsideTheHouse },
      to: { path: '^src-renderer/(features|app|viewer)/' },
    },
    {
      name: 'page-ui',
      severity: 'error',
      comment: 'controls and words know nothing of main, of lists and of the map',
      from: { path: '^src-renderer/kit/(ui|i18n|theme)/', pathNot: outsideTheHouse },
      to: { path: '^src-renderer/', pathNot: '^src-renderer/kit/(ui|i18n|theme)/' },
    },
    {
      name: 'page-formats',
      severity: 'error',
      comment: 'what reads and writes files knows places and words, nothing of the page',
      from: { path: '^src-renderer/formats/', pathNot: outsideTheHouse },
      to: {
        path: '^src-renderer/',
        pathNot: [
          '^src-renderer/(formats|kit/i18n)/',
          '^src-renderer/kit/client/(csv|inert-text|base64)\\.ts$',
        ],
      },
    },
    {
      name: 'page-client-state',
      severity: 'error',
      from: { path: '^src-renderer/(kit/(client|state)|gazetteer)/', pathNot: outsideTheHouse },
      to: { path: `^src-renderer/(map|viewer|formats|features|app|${kitOfFeatures})/` },
    },
    {
      name: 'page-map-viewer',
      severity: 'error',
      comment: 'the map and the pixels know no feature',
      from: { path: '^src-renderer/(map|viewer)/', pathNot: outsideTheHouse },
      to: { path: `^src-renderer/(formats|features|app|${kitOfFeatures})/` },
    },
    {
      name: 'page-features',
      severity: 'error',
      comment: 'a feature does not know the window that shows it',
      from: { path: '^src-renderer/features/', pathNot: outsideTheHouse },
      to: { path: '^src-renderer/app/' },
    },
    {
      name: 'page-features-do-not-meet',
      severity: 'error',
      from: {
        path: '^src-renderer/features/([^/]+)/',
        pathNot: [`^src-renderer/features/(${Object.keys(pageMeetings).join('|')})/`, ...outsideTheHouse],
      },
      to: { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
    },
    ...Object.entries(pageMeetings).map(([feature, others]) => ({
      name: 'page-features-meet-as-listed',
      severity: 'error',
      from: { path: `^src-renderer/features/${feature}/`, pathNot: outsideTheHouse },
      to: {
        path: '^src-renderer/features/',
        pathNot: `^src-renderer/features/(${[feature, ...others].join('|')})/`,
      },
    })),
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
