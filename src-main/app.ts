import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Asker } from '../src-preload/contract/activity.ts';
import type { ChangeTopic } from '../src-preload/contract/changes.ts';
import {
  type ConnectionId,
  type LibraryFileId,
  ruleIdSchema,
  type Scope,
} from '../src-preload/contract/ids.ts';
import { activityProcedures } from './activity/activity.ts';
import { createAppLog } from './activity/app-log.ts';
import { createNotices } from './activity/notices.ts';
import { createRequestLog } from './activity/request-log.ts';
import { agendaProcedures, createAgendaFloor } from './agenda/agenda-floor.ts';
import { allMigrations } from './all-migrations.ts';
import { AppError } from './app-error.ts';
import { appProcedures } from './app-procedures.ts';
import { billsProcedures } from './bills/bills-procedures.ts';
import { createBillsFloor } from './bills/create-bills-floor.ts';
import { createChangeHub } from './change-hub.ts';
import { createUnpackTable } from './delivery/archives/unpack-table.ts';
import { createUnpacking } from './delivery/archives/unpacking.ts';
import { createDelivery, type Delivery } from './delivery/queue/delivery.ts';
import { deliveryProcedures } from './delivery/queue/delivery-procedures.ts';
import { createTransferTable } from './delivery/queue/transfer-table.ts';
import { createRules } from './delivery/rules/rules.ts';
import { rulesProcedures } from './delivery/rules/rules-procedures.ts';
import { createRulesTable } from './delivery/rules/rules-table.ts';
import { createDownloadWatch } from './download-watch.ts';
import { createFiles } from './files.ts';
import type { HostApp } from './host-app.ts';
import { createImplementer } from './implementer.ts';
import { instanceIdOf } from './instance-id.ts';
import { createDeliverableFiles } from './library/deliverable-files.ts';
import { createLibrary } from './library/library.ts';
import { libraryProcedures } from './library/library-procedures.ts';
import { createRasterDesk } from './library/raster-desk.ts';
import { createSceneAssets } from './library/scene-assets.ts';
import { createSceneLinks } from './library/scene-links.ts';
import { createSceneTable } from './library/scene-table.ts';
import { sceneTimeSources } from './library/scene-times.ts';
import { createListReader } from './list-reader.ts';
import { isMetered } from './metered.ts';
import { watchNetwork } from './network-watch.ts';
import { createOrderSync } from './orders/order-sync.ts';
import { createOrderTable } from './orders/order-table.ts';
import { orderProjects, orderTimeSources, revisitingOrders } from './orders/order-times.ts';
import { createOrderReading } from './orders/orders.ts';
import { ordersProcedures } from './orders/orders-procedures.ts';
import { createPartTable } from './orders/part-table.ts';
import { createPartWatch } from './orders/part-watch.ts';
import { createOutboxFloor } from './outbox/create-outbox.ts';
import { createLookAfter } from './outbox/look-after.ts';
import { outboxProcedures, submissionProcedures } from './outbox/outbox-procedures.ts';
import { createSentCommands } from './outbox/sent-commands.ts';
import type { Platform } from './platform.ts';
import { createService } from './service/create-service.ts';
import { createDispatchers } from './service/dispatchers.ts';
import { createGate } from './service/gate.ts';
import { createLinkFetcher } from './service/link-fetcher.ts';
import { createPrefixMemory } from './service/orders-client.ts';
import { createRedactor } from './service/redact.ts';
import type { MovedAddresses } from './service/send-once.ts';
import { createServiceClock } from './service/service-clock.ts';
import { createTokens } from './service/tokens.ts';
import { createContracts } from './session/contracts.ts';
import { tellKeychain } from './session/keychain-notice.ts';
import { createSession } from './session/session.ts';
import { sessionProcedures } from './session/session-procedures.ts';
import { createSettings, ensureWritable, settingsProcedures } from './settings/settings.ts';
import { type RunningPractice, startPractice, writeControlFile } from './start-practice.ts';
import { checkLargeDatabase } from './store/check-large-database.ts';
import { databaseFileName, openStore } from './store/open-store.ts';
import { logStrayErrors } from './stray-errors.ts';
import { feasibilityProcedures } from './tasking/feasibility-procedures.ts';
import { createReference } from './tasking/reference.ts';
import { createTaskSync } from './tasking/task-sync.ts';
import { createTaskTable } from './tasking/task-table.ts';
import { recurrentTasks, taskTimeSources } from './tasking/task-times.ts';
import { createTaskCommands } from './tasking/tasking.ts';
import { taskingProcedures } from './tasking/tasking-procedures.ts';
import { noteArrival, trackEverything } from './track-everything.ts';
import { createObservations } from './tracking/observations.ts';
import { trackingProcedures } from './tracking/tracking-procedures.ts';
import { createVault } from './vault/vault.ts';
import { countedWords, wordsFor } from './words.ts';

export interface AppOptions {
  platform: Platform;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Puts the application together; a host gives it a platform and mounts what it answers. */
export async function createApp({ platform, environment }: AppOptions): Promise<HostApp> {
  const folder = platform.dataFolder;
  const now = () => new Date();
  const closing = new AbortController();
  const hub = createChangeHub();
  const publish = (topic: ChangeTopic, connectionId: ConnectionId | null = null) =>
    hub.publish({ topic, connectionId });
  const publishScope = (topic: ChangeTopic) => (scope: Scope) => publish(topic, scope.connectionId);

  const redactor = createRedactor();
  const log = createAppLog({ folder, now, redact: redactor.thorough });
  const makeReference = () => randomBytes(4).toString('hex').toUpperCase();
  const stopLoggingStray = logStrayErrors((error) =>
    log.defect({ reference: makeReference(), path: 'stray', error }),
  );
  const onError = (where: string) => (error: unknown) => {
    if (!(error instanceof AppError)) log.defect({ reference: makeReference(), path: where, error });
  };
  const notices = createNotices({ now, changed: () => publish('notices') });
  const keptAside =
    (kind: 'settings-kept-aside' | 'connections-kept-aside' | 'database-kept-aside') => (path: string) =>
      notices.add(kind, { path });
  const requestLog = createRequestLog({
    changed: () => publish('requests'),
    thorough: redactor.thorough,
  });

  const settings = createSettings({
    folder,
    now,
    changed() {
      publish('settings');
      void downloads.look();
      const before = libraryFolder;
      libraryFolder = settings.libraryFolder();
      if (libraryFolder === before) return;
      library.folderChanged(before);
      delivery?.folderChanged(before);
      library.sweep(closing.signal).catch(onError('library sweep'));
    },
    onKeptAside: keptAside('settings-kept-aside'),
  });
  let libraryFolder = settings.libraryFolder();
  const downloads = createDownloadWatch({
    settings: () => settings.get().downloads,
    now,
    isMetered: () => isMetered(process.platform),
    words: ({ done, failed }) => {
      const { language, words } = wordsFor(settings.get().language, platform.languages?.() ?? []);
      const { title, ...forms } = words.downloads.batchDone;
      const body = [
        ...(done > 0 ? [countedWords(forms, 'body', language, done)] : []),
        ...(failed > 0 ? [countedWords(forms, 'failed', language, failed)] : []),
      ];
      return { title, body: body.join(' ') };
    },
    platform,
    changed: () => publish('transfers'),
  });
  const store = openStore({
    folder,
    migrations: allMigrations,
    now,
    onKeptAside: keptAside('database-kept-aside'),
  });

  // In a thread of its own, while the rest is put together.
  const practiceFolder = join(folder, 'practice');
  const practiceFailed = (error: unknown) => {
    notices.add('practice-not-started', {});
    log.defect({ reference: makeReference(), path: 'practice', error });
  };
  const startingPractice = startPractice({
    stateFolder: practiceFolder,
    settings: environment.NADIR_PRACTICE,
    control: environment.NADIR_PRACTICE_CONTROL === '1',
    stopped: practiceFailed,
  });
  // Whether it started is asked for below.
  startingPractice.catch(() => {});

  const databasePath = join(folder, databaseFileName);
  const lists = createListReader({ path: databasePath });
  const dispatchers = createDispatchers({ environment, systemProxy: platform.systemProxy });
  const serviceClock = createServiceClock({ monotonic: () => performance.now() });
  /** All the same way out; the request log tells who went. */
  const gateFor = (asker: Asker) =>
    createGate({
      dispatchers,
      redactor,
      log: (entry) => requestLog.add(entry, asker),
      ended: requestLog.ended,
      answered: serviceClock.observe,
      now: Date.now,
      random: Math.random,
    });
  const vault = createVault({ loadKeychain: platform.loadKeychain });
  const tokens = createTokens({
    gate: gateFor('sign-in'),
    redactor,
    credentials: tellKeychain(
      (id) => session.credentials(id),
      () => notices.add('keychain-unavailable', {}),
    ),
    now: Date.now,
    closing: closing.signal,
  });
  const session = createSession({
    folder,
    vault,
    now,
    onKeptAside: keptAside('connections-kept-aside'),
    changed(id) {
      publish('connections', id);
      watchActive();
    },
    invalidated(id) {
      tokens.forget(id);
      // Corrected credentials or addresses: whoever corrected them waits to see it, not for the next poll.
      if (id !== usableScope()?.connectionId) return;
      void sync.restart();
      void orderSync.restart();
    },
  });
  const prefixes = createPrefixMemory();
  const moved: MovedAddresses = new Map();
  const onUnreadable = (what: string, count: number) => log.info('unreadable rows', { what, count });
  const serviceFor = (asker: Asker) =>
    createService({
      gate: gateFor(asker),
      tokens,
      redactor,
      now: Date.now,
      connection: session.record,
      onUnreadable,
      prefixes,
      moved,
    });
  const contracts = createContracts({
    store,
    service: serviceFor('contracts'),
    now,
    changed: (id) => publish('contracts', id),
  });

  const observations = createObservations({ store, now, changed: (scope) => tracking.touched(scope) });
  const { observe: observed } = observations;
  const flagged = (kind: 'task' | 'order') => (scope: Scope) => tracking.flags.ids(scope, kind);
  const sentCommands = createSentCommands({ store });
  const taskTable = createTaskTable({
    ...{ store, now, observed, flagged: flagged('task') },
    askedFor: (scope, taskId) => sentCommands.askedFor(scope, 'task', String(taskId)),
  });
  const changed = (topic: 'tasks' | 'captures' | 'sync', scope: Scope) => {
    publish(topic, scope.connectionId);
    if (topic === 'captures') rules.capturesMoved(scope);
  };
  const sync = createTaskSync({
    store,
    table: taskTable,
    service: serviceFor('task-sync'),
    now,
    changed,
    onError: onError('task sync'),
    onUnreadable,
    synced(scope) {
      void submissions.lookUpAll(scope, closing.signal);
      runner.kick(scope);
      tracking.synced(scope, 'tasks');
    },
  });
  const reference = createReference({
    store,
    service: serviceFor('reference'),
    table: taskTable,
    now,
    changed: publishScope('reference'),
  });
  const commands = createTaskCommands({ table: taskTable, service: serviceFor('task'), changed });
  const orderTable = createOrderTable({
    store,
    now,
    observed,
    flagged: flagged('order'),
    isCancelled: (scope, taskId) => taskTable.brief(scope, taskId)?.statusKind === 'cancelled',
  });
  const lookAfter = createLookAfter({ look: (scope) => void orderSync.run(scope), closing: closing.signal });
  const { submissions, outbox, runner } = createOutboxFloor({
    store,
    service: serviceFor('outbox'),
    now,
    monotonic: () => performance.now(),
    random: Math.random,
    serviceTime,
    changed(scope) {
      tracking.outboxMoved(scope);
      publish('outbox', scope.connectionId);
      publish('submissions', scope.connectionId);
      publish('tasks', scope.connectionId);
    },
    contractName: ({ connectionId, contractId }) =>
      contractId === null ? null : contracts.nameOf(connectionId, contractId),
    cancelTask: commands.cancel,
    onError: onError('outbox'),
    sent(scope, command) {
      if (command.kind === 'cancel-task') orderTable.taskCancelled(scope, command.taskId);
      publish('orders', scope.connectionId);
      lookAfter(scope);
    },
    tasks: { put: taskTable.put, get: taskTable.get, knownIds: taskTable.knownIds },
    taskName: (scope, taskId) => taskTable.brief(scope, taskId)?.name ?? null,
    orders: { put: orderTable.put, knownIds: orderTable.knownIds },
  });

  const partTable = createPartTable({
    store,
    now,
    observed,
    orders: orderTable,
    onUnwritable: onError('order parts'),
  });
  const orderSync = createOrderSync({
    store,
    orders: orderTable,
    parts: partTable,
    service: serviceFor('order-sync'),
    isThere: hasOrders,
    now,
    changed: (topic, scope) => publish(topic, scope.connectionId),
    onError: onError('order sync'),
    moved: (scope, orderIds) => partWatch.moved(scope, orderIds),
    synced(scope) {
      tracking.synced(scope, 'orders');
      partWatch.synced();
    },
  });
  const orderReading = createOrderReading({
    orders: orderTable,
    parts: partTable,
    service: serviceFor('order'),
    task: taskTable.brief,
    changed: publishScope('orders'),
    askedFor: (scope, orderId) => sentCommands.askedFor(scope, 'order', orderId),
  });

  const partWatch = createPartWatch({
    store,
    read: orderReading.look,
    nowMs: (scope) => serviceTime(scope, 'order') ?? Date.now(),
    onError: onError('order parts'),
  });

  // Delivery and library know each other through these few functions; the tables stay their own.
  let delivery: Delivery | null = null;
  const sceneTable = createSceneTable({
    store,
    now,
    taskOfCapture: taskTable.taskOfCapture,
    transferring: (fileId) => delivery?.isTransferring(fileId) ?? false,
    observed,
    flagged: () => tracking.flags.sceneIds(),
  });
  const instance = instanceIdOf(folder, now);
  const rasters = createRasterDesk({ folder: settings.libraryFolder, instance });
  const links = createSceneLinks({
    service: serviceFor('scenes'),
    store: (scope, captureId, rows) => library.storeScenes(scope, captureId, rows),
    asset: (file, stale) => assets.link(file, stale),
    closing: closing.signal,
  });
  const library = createLibrary({
    store,
    table: sceneTable,
    links,
    rasters,
    folder: settings.libraryFolder,
    changed: (topic) => publish(topic),
    wantThumbnails: (fileIds) => wantThumbnails(fileIds),
  });

  const wantThumbnails = (fileIds: LibraryFileId[]) =>
    void delivery?.download(fileIds).catch(onError('thumbnails'));
  const assets = createSceneAssets({
    service: serviceFor('scenes'),
    ...{ store, now, wantThumbnails },
    scene: sceneTable.get,
    order: orderTable.find,
    changed: () => publish('scenes'),
    closing: closing.signal,
  });
  const deliverable = createDeliverableFiles({ store });
  delivery = createDelivery({
    table: createTransferTable({ store, now }),
    files: deliverable,
    links,
    fetcher: createLinkFetcher({
      gate: gateFor('downloads'),
      connection: session.record,
      isAsset: assets.isAsset,
    }),
    folder: settings.libraryFolder,
    instance,
    dataFolder: folder,
    saved(fileId, saved) {
      library.saved(fileId, saved);
      arrived(fileId);
      // Overviews are built when the file arrives, so that the first look does not wait for them.
      if (sceneTable.file(fileId).kind === 'raster')
        library.rasterInfo(fileId).catch(onError('raster preparation'));
    },
    changed() {
      publish('transfers');
      publish('scenes');
    },
    onError: onError('delivery'),
    limits: downloads.limits,
    now: Date.now,
    random: Math.random,
  });

  const unpacking = createUnpacking({
    table: createUnpackTable({ store, now }),
    archive(fileId) {
      const { file, path } = library.onDisk(fileId);
      if (file.name !== 'delivery_zip') throw new AppError('NOT_FOUND', { what: file.fileName });
      return { path, fileName: file.fileName, sha256: file.sha256 };
    },
    failed: (fileName) => notices.add('archive-not-unpacked', { fileName }),
    changed: () => publish('transfers'),
    onError: onError('unpacking'),
  });

  const rulesTable = createRulesTable({ store, now });
  const arrived = noteArrival({
    observations,
    scenes: sceneTable,
    isOfRule: (fileId) => rulesTable.ofFiles([fileId]).some(({ state }) => state !== 'removed'),
  });
  const rules = createRules({
    table: rulesTable,
    delivery,
    files: deliverable,
    published: taskTable.published,
    scenes: library.refreshCapture,
    refresh: sync.run,
    async deleteFile(fileId) {
      await unpacking.remove(fileId);
      return library.deleteFile(fileId);
    },
    checkFolder: ensureWritable,
    unpack: unpacking.want,
    changed: () => publish('rules'),
    onError: onError('rules'),
    newId: () => ruleIdSchema.parse(randomUUID()),
  });

  const billing = createBillsFloor({
    store,
    now,
    monotonic: () => performance.now(),
    contractsOf: (id) =>
      session.record(id).credentialKind === 'legacy'
        ? [null]
        : contracts.list(id).map((each) => each.contractId),
    contractName: ({ connectionId, contractId }) =>
      contractId === null ? null : contracts.nameOf(connectionId, contractId),
    changed: (topic) => publish(topic),
  });
  const stopTellingBills = hub.subscribe(({ topic }) => billing.heard(topic));
  const agenda = createAgendaFloor({
    sources: [...taskTimeSources(store), ...orderTimeSources(store), ...sceneTimeSources(store)],
    revisits: {
      tasks: (scope) => recurrentTasks(store, scope),
      orders: (scope) => revisitingOrders(store, scope),
    },
    projects: (scope) => [...taskTable.projects(scope), ...orderProjects(store, scope)],
    now,
    activeScope: usableScope,
    wantsAll: () => settings.get().allContracts,
    contracts: contracts.list,
    syncs: [sync.run, orderSync.run],
    subscribe: hub.subscribe,
    changed: publish,
  });

  const tracking = trackEverything({
    ...{ store, now, observations, hasOrders, platform, settings: settings.get },
    tasks: taskTable,
    orders: orderTable,
    reading: orderReading,
    parts: partTable,
    scenes: sceneTable,
    lists,
    nowMs: (scope) => serviceTime(scope, 'task') ?? Date.now(),
    changed: (topic, scope) => publish(topic, scope?.connectionId ?? null),
    onError: onError('tracking'),
  });

  function hasOrders({ connectionId }: Scope): boolean {
    return session.record(connectionId).addresses.ordersUrl !== null;
  }

  /** What time it is at the service, by its own word. */
  function serviceTime({ connectionId }: Scope, kind: 'task' | 'order'): number | null {
    const { baseUrl, ordersUrl } = session.record(connectionId).addresses;
    const address = kind === 'order' ? ordersUrl : baseUrl;
    return address === null ? null : serviceClock.now(new URL(address).origin);
  }

  /** Whose tasks can be asked for; null before there is a contract, which legacy credentials need not (interface §5.5). */
  function usableScope(): Scope | null {
    const scope = session.activeScope();
    if (scope === null || scope.contractId !== null) return scope;
    return session.record(scope.connectionId).credentialKind === 'legacy' ? scope : null;
  }

  function watchActive() {
    const scope = usableScope();
    sync.watch(scope);
    orderSync.watch(scope);
    partWatch.watch(scope);
    tracking.watch(scope);
    if (scope !== null) {
      reference.refresh(scope, closing.signal).catch(onError('reference'));
      void submissions.lookUpAll(scope, closing.signal);
      runner.kick(scope);
    }
  }

  const os = createImplementer({ onDefect: log.defect, makeReference });
  const router = {
    app: appProcedures(os, {
      platform,
      libraryFolder: settings.libraryFolder,
      notices,
      subscribe: hub.subscribe,
      pathOf: async (fileId, isUnpacked) =>
        (isUnpacked ? await unpacking.unpacked(fileId) : null)?.folder ?? library.onDisk(fileId).path,
      closing: closing.signal,
    }),
    settings: settingsProcedures(os, settings),
    ...sessionProcedures(os, {
      session,
      contracts,
      vault,
      tokens,
      service: serviceFor('check'),
      closing: closing.signal,
    }),
    tasking: {
      ...taskingProcedures(os, {
        table: taskTable,
        lists: lists.tasks,
        sync,
        reference,
        commands,
        closing: closing.signal,
      }),
      ...submissionProcedures(os, { submissions, closing: closing.signal }),
    },
    feasibility: feasibilityProcedures(os, { service: serviceFor('task'), closing: closing.signal }),
    outbox: outboxProcedures(os, { outbox, lists: lists.commands, closing: closing.signal }),
    orders: ordersProcedures(os, {
      table: orderTable,
      lists: lists.orders,
      sync: orderSync,
      reading: orderReading,
      closing: closing.signal,
    }),
    library: libraryProcedures(os, {
      library: {
        ...library,
        async deleteFile(fileId) {
          const scene = await library.deleteFile(fileId);
          rules.deleted(fileId);
          return scene;
        },
      },
      table: sceneTable,
      assets,
      links,
      lists: lists.scenes,
      closing: closing.signal,
    }),
    delivery: deliveryProcedures(os, { delivery, unpacking, held: downloads.held, closing: closing.signal }),
    rules: rulesProcedures(os, rules),
    activity: activityProcedures(os, {
      folder,
      version: platform.version,
      host: platform.host,
      libraryFolder: settings.libraryFolder,
      languages: () => platform.languages?.() ?? [],
      settings,
      session,
      notices,
      requests: requestLog,
      redactor,
      syncs() {
        const scope = usableScope();
        return scope === null ? null : { tasks: sync.state(scope), orders: orderSync.state(scope) };
      },
      now,
    }),
    bills: billsProcedures(os, billing.procedures),
    agenda: agendaProcedures(os, agenda),
    tracking: trackingProcedures(os, tracking),
  };

  const practice = await beginPractice();
  await ensureWritable(settings.libraryFolder()).catch(() =>
    notices.add('library-folder-not-writable', { path: settings.libraryFolder() }),
  );
  watchActive();
  delivery.start();
  const stopWatching = downloads.start(delivery);
  const stopWatchingNetwork = watchNetwork({
    changed() {
      delivery?.networkChanged();
      runner.resume();
      void sync.restart();
      void orderSync.restart();
    },
    now: Date.now,
  });
  unpacking.start();
  rules.start();
  runner.start();
  agenda.start();
  checkLargeDatabase({
    path: databasePath,
    signal: closing.signal,
    damaged: () => notices.add('database-damaged', { path: databasePath }),
    onError: onError('database check'),
  });
  library.sweep(closing.signal).catch(onError('library sweep'));
  log.info('started', { version: platform.version, host: platform.host });

  async function beginPractice(): Promise<RunningPractice | null> {
    try {
      const running = await startingPractice;
      writeControlFile(practiceFolder, running.controlUrl);
      await session.registerPractice(running.draft, running.credentials);
      return running;
    } catch (error) {
      practiceFailed(error);
      return null;
    }
  }

  return {
    router,
    files: createFiles({ rendererFolder: platform.rendererFolder, resolve: library.resolve }),
    async close() {
      closing.abort();
      stopWatching();
      stopTellingBills();
      billing.close();
      stopWatchingNetwork();
      await Promise.allSettled([
        agenda.close(),
        sync.close(),
        orderSync.close(),
        partWatch.close(),
        runner.close(),
        rules.close(),
        delivery?.close(),
        unpacking.close(),
        rasters.close(),
        lists.close(),
        practice?.close(),
      ]);
      // What the last of them brought is seen, too.
      await tracking.close();
      await dispatchers.close();
      store.close();
      log.info('closed');
      stopLoggingStray();
      // An exit would wait for the thread that waits for the keychain; all is written by now.
      if (vault.hangs()) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
    },
  };
}
