import { Group, Text } from '@mantine/core';
import { IconBan, IconFileTypeCsv, IconSelectAll, IconX } from '@tabler/icons-react';
import { type ComponentType, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useStore } from 'zustand';
import { type Scope, scopeSchema } from '../../../src-preload/contract/ids.ts';
import { cancelBatchSchema } from '../../../src-preload/contract/outbox.ts';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import { useActiveConnection, useSettings } from '../client/api.tsx';
import { openOutput } from '../export/export-store.ts';
import { cancelStore } from '../state/cancel-store.ts';
import { chooseRows, type ListName, listOf, listStore } from '../state/list-store.ts';
import classes from '../ui/panes.module.css';
import { Tool } from '../ui/tool-button.tsx';
import type { BulkCancellation } from './list-declaration.ts';

interface SelectionBarProps {
  name: ListName;
  scope: Scope | null;
  /** The number of rows that match. */
  total: number;
  cancellation: BulkCancellation | null;
  /** The actions of this list for the selected rows. */
  Tools: ComponentType<{ keys: ReadonlySet<string> }> | null;
  /** Selects all rows that match. */
  onAll: () => void;
}

const storedSchema = z.object({ scope: scopeSchema, batch: cancelBatchSchema });

/** Restores the last bulk cancellation, so that its outcome is still shown after a restart. */
function useStoredBatch() {
  const stored = useSettings()?.workspace.cancelled;
  useEffect(() => {
    if (cancelStore.getState() !== cancelStore.getInitialState()) return;
    const read = storedSchema.safeParse(stored);
    if (read.success) cancelStore.setState({ batch: read.data });
  }, [stored]);
}

/** The actions for the selected rows, and the outcome of the last bulk cancellation. */
export function SelectionBar({ name, scope, total, cancellation, Tools, onAll }: SelectionBarProps) {
  const { t } = useTranslation();
  const chosen = useStore(listStore, (all) => listOf(all, name).chosen);
  useStoredBatch();
  const isCancelUsed = useStore(cancelStore, ({ asked, batch }) => asked !== null || batch !== null);
  const hasContract = useActiveConnection() !== null;
  const canCancel = cancellation !== null && scope !== null && hasContract;
  return (
    <>
      {chosen.size > 0 && (
        <Group gap={4} mt={8} wrap="nowrap" role="toolbar" aria-label={t('lists.selectedActions')}>
          <Text size="xs" flex={1} role="status">
            {t('lists.selected', { count: chosen.size })}
          </Text>
          {chosen.size < total && (
            <Tool label={t('lists.selectAll', { count: total })} icon={IconSelectAll} onClick={onAll} />
          )}
          {canCancel && (
            <Tool
              label={t('lists.cancelSelected')}
              icon={IconBan}
              onClick={() =>
                cancelStore.setState({
                  asked: { scope, kind: cancellation.kind, ids: [...chosen].join(idSeparator) },
                })
              }
            />
          )}
          {Tools && <Tools keys={chosen} />}
          <Tool label={t('lists.csv')} icon={IconFileTypeCsv} onClick={() => openOutput('file', 'csv')} />
          <Tool label={t('places.selectNone')} icon={IconX} onClick={() => chooseRows(name, [])} />
        </Group>
      )}
      {isCancelUsed && cancellation !== null && (
        <div className={classes.chosenNote}>
          <Suspense>
            <cancellation.Panel onDone={() => chooseRows(name, [])} />
          </Suspense>
        </div>
      )}
    </>
  );
}
