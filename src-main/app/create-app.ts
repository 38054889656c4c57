import { createFiles } from '../host/files.ts';
import type { HostApp } from '../host/host-app.ts';
import { type AppOptions, createAppContext } from './app-context.ts';
import { closableModules, closeModules } from './close-modules.ts';
import { createModules } from './create-modules.ts';
import { createRouter } from './create-router.ts';
import { startModules } from './start-modules.ts';

/**
 * Creates the application and starts it; a host passes a platform and mounts the result. Rejects if the data folder cannot be
 * used: with `NewerDatabaseError`, or with a disk error.
 */
export async function createApp(options: AppOptions): Promise<HostApp> {
  const context = createAppContext(options);
  const modules = createModules(context);
  const router = createRouter(context, modules);
  const started = await startModules(context, modules);
  return {
    router,
    files: createFiles({
      rendererFolder: options.platform.rendererFolder,
      resolve: (pathname) =>
        modules.maps.resolve(pathname) ??
        modules.openedFiles.resolve(pathname) ??
        modules.scenes.library.resolve(pathname),
      answer: async (request, pathname) =>
        (await modules.maps.answer(request, pathname)) ?? modules.scenes.answer(request, pathname),
    }),
    openFiles: modules.openedFiles.open,
    addNotice: (kind, data) => context.notices.add(kind, data),
    logEvent: context.log.info,
    close: () => closeModules(context, closableModules(modules), started),
  };
}
