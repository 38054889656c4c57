import type { HoldingsStatus } from '../../../../src-preload/contract/holdings.ts';
import type { Implementer } from '../../../core/implementer.ts';
import type { CatalogSync } from './catalog-sync.ts';
import type { FileCheck } from './check-files.ts';
import type { CheckSchedule } from './check-schedule.ts';
import type { HoldingsTable } from './holdings-table.ts';
import type { Rebuild } from './rebuild.ts';
import type { Repair } from './repair.ts';

/** Returns the procedures of the library's catalog, check and repair. */
export function holdingsProcedures(
  os: Implementer,
  parts: {
    table: HoldingsTable;
    sync: CatalogSync;
    rebuild: Rebuild;
    check: FileCheck;
    schedule: CheckSchedule;
    repair: Repair;
    library: () => string;
  },
) {
  const { table, sync, rebuild, check, schedule, repair, library } = parts;
  const status = (): HoldingsStatus => ({
    folder: library(),
    catalog: {
      scenes: table.countScenes(library()),
      waiting: table.countPending(),
      trouble: sync.trouble(),
    },
    rebuild: rebuild.status(),
    check: { ...check.status(), nextAt: schedule.nextAt(), isScheduled: schedule.isScheduled() },
    badCount: table.countBad(),
    repairOrders: table.countArchiveOrders(),
    bad: table.bad(),
  });
  return {
    status: os.holdings.status.handler(status),
    startCheck: os.holdings.startCheck.handler(({ input }) => schedule.startForPerson(input.anew)),
    pauseCheck: os.holdings.pauseCheck.handler(() => schedule.pauseForPerson()),
    repair: os.holdings.repair.handler(() => repair.start()),
    startRebuild: os.holdings.startRebuild.handler(() => rebuild.start()),
    cancelRebuild: os.holdings.cancelRebuild.handler(() => rebuild.cancel()),
  };
}
