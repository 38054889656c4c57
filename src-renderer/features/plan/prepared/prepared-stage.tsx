import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { useActiveScope } from '../../../kit/client/api.tsx';
import { TableStage } from '../../../kit/ui/table-stage.tsx';
import { usePlanMode } from '../use-plan-mode.ts';
import { preparedStore } from './prepared-store.ts';
import { PreparedTable } from './prepared-table.tsx';
import { usePreparedOnMap } from './use-prepared-on-map.ts';
import { usePreparedCheck, usePreparedRows } from './use-prepared-rows.ts';

function Stage({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const share = useStore(preparedStore, ({ tableShare }) => tableShare);
  const rows = usePreparedRows(scope);
  const check = usePreparedCheck(scope);
  usePreparedOnMap(scope, rows.total ?? 0);
  if ((rows.total ?? 0) === 0) return null;
  return (
    <TableStage
      label={t('prepared.table')}
      handleLabel={t('places.resizeTable')}
      share={share}
      onShare={(tableShare) => preparedStore.setState({ tableShare })}
    >
      <PreparedTable scope={scope} rows={rows} check={check} />
    </TableStage>
  );
}

/** The table of the rows that are prepared from places, below the map. */
export function PreparedStage() {
  const scope = useActiveScope();
  const mode = usePlanMode();
  return scope !== null && mode === 'prepared' ? (
    <Stage key={`${scope.connectionId} ${scope.contractId}`} scope={scope} />
  ) : null;
}
