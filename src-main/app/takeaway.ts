import { createExportsFolder } from '../core/exports-folder.ts';
import type { Implementer } from '../core/implementer.ts';
import { createTakeaway } from '../features/viewer/takeaway/takeaway.ts';
import { takeawayProcedures } from '../features/viewer/takeaway/takeaway-procedures.ts';
import type { AppContext } from './app-context.ts';
import type { LibraryModule } from './library.ts';
import type { SettingsModule } from './settings.ts';

interface TakeawayModuleOptions {
  context: Pick<AppContext, 'platform' | 'closing'>;
  scenes: Pick<LibraryModule, 'library'>;
  settings: Pick<SettingsModule, 'libraryFolder'>;
}

/** Creates the exports of rasters: crops, layer files of QGIS, and files of the library that the host opens or drags. */
export function createTakeawayModule({ context, scenes, settings }: TakeawayModuleOptions) {
  const { library } = scenes;
  const exports = createExportsFolder(settings.libraryFolder);
  const pathOf: Parameters<typeof takeawayProcedures>[1]['pathOf'] = async (fileId) =>
    (await library.found(fileId)).path;
  const takeaway = createTakeaway({ exports, pathOf, rasterInfo: library.rasterInfo });
  return {
    exports,
    takeaway,
    procedures: (os: Implementer) => ({
      takeaway: takeawayProcedures(os, {
        takeaway,
        exports,
        pathOf,
        desktop: context.platform,
        closing: context.closing,
      }),
    }),
  };
}

/** What `createTakeawayModule` returns. */
export type TakeawayModule = ReturnType<typeof createTakeawayModule>;
