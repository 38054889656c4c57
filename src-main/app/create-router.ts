import { createImplementer, type Implementer } from '../core/implementer.ts';
import { settingsProcedures } from '../features/settings/settings.ts';
import { activityProcedures } from '../features/support/activity.ts';
import type { HostApp } from '../host/host-app.ts';
import { readReport } from '../self-test/report.ts';
import type { AppContext } from './app-context.ts';
import { appProcedures } from './app-procedures.ts';
import type { Modules } from './create-modules.ts';
import { mergeProcedures } from './merge-procedures.ts';

/** Creates the procedures for the application as a whole and its host. */
function wholeAppProcedures(os: Implementer, context: AppContext, modules: Modules) {
  const { platform, notices, subscribe, logDefect, closing } = context;
  const { library } = modules.scenes;
  return appProcedures(os, {
    platform,
    notices,
    subscribe,
    closing,
    logPageError: ({ stack, parts }) => logDefect('page', parts === '' ? stack : `${stack}\nwithin${parts}`),
    libraryFolder: modules.settings.libraryFolder,
    async pathOf(fileId, isUnpacked) {
      const unpacked = isUnpacked ? await modules.downloadRules.unpacking.unpacked(fileId) : null;
      return unpacked?.folder ?? library.onDisk(fileId).path;
    },
  });
}

/** Creates the procedures of the request log and of the support bundle, which contains data of every module. */
function supportProcedures(os: Implementer, context: AppContext, modules: Modules) {
  const { folder, platform, notices, requestLog, redactor, now } = context;
  const { settings, sessions, tasks, orders } = modules;
  return activityProcedures(os, {
    folder,
    version: platform.version,
    host: platform.host,
    libraryFolder: settings.libraryFolder,
    languages: () => platform.languages?.() ?? [],
    settings,
    session: sessions.session,
    notices,
    requests: requestLog,
    redactor,
    now,
    selfTest: () => readReport(folder),
    syncs() {
      const scope = sessions.scopes.usable();
      return scope === null ? null : { tasks: tasks.sync.state(scope), orders: orders.sync.state(scope) };
    },
  });
}

/**
 * Creates the router from the procedures of all modules and those that need several modules; a host mounts it on its transport. It
 * does not compile while no module implements a domain of the contract.
 */
export function createRouter(context: AppContext, modules: Modules): HostApp['router'] {
  const { log, makeReference } = context;
  const os = createImplementer({ onDefect: log.defect, makeReference });
  const { registered, ...named } = modules;
  const withProcedures = [...Object.values(named), ...registered].filter((module) => 'procedures' in module);
  return {
    app: wholeAppProcedures(os, context, modules),
    settings: settingsProcedures(os, modules.settings),
    library: modules.scenes.proceduresWith(os, modules.downloadRules.deleteFile),
    activity: supportProcedures(os, context, modules),
    ...mergeProcedures(os, withProcedures),
  };
}
