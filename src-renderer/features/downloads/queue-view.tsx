import { Text, VisuallyHidden } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatNumber } from '../../kit/i18n/format.ts';
import { hover } from '../../kit/state/selection.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { VirtualList } from '../../kit/ui/virtual-rows.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { beforeGap, beforeOf, countsOf, type QueueFilter, queueFilters, queueOf } from './queue.ts';
import { type OpenMenu, RowMenu } from './row-menu.tsx';
import { rowWords } from './row-words.ts';
import { useShowFile } from './show-file.ts';
import classes from './transfer.module.css';
import { type RowActions, TransferRow } from './transfer-row.tsx';
import { transfersStore } from './transfers-store.ts';
import { useQueueDrag } from './use-queue-drag.ts';

const rowHeight = 78;

function Filters({ filter, onChange }: { filter: QueueFilter; onChange: (filter: QueueFilter) => void }) {
  const { t, i18n } = useTranslation();
  const byFile = useStore(transfersStore, (state) => state.byFile);
  const counts = useMemo(() => countsOf(byFile), [byFile]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings nothing but styles to undo
    <div className={classes.filters} role="group" aria-label={t('downloads.filter')}>
      {queueFilters.map((each) => (
        <button
          key={each}
          type="button"
          className={classes.filter}
          aria-pressed={each === filter}
          onClick={() => onChange(each)}
        >
          {t(`downloads.filters.${each}`)} {formatNumber(i18n.language, counts[each])}
        </button>
      ))}
    </div>
  );
}

/** Returns functions that move files in the queue and announce their new positions to screen readers. */
function useMoves(queue: readonly Transfer[]) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const latest = useRef(queue);
  useEffect(() => {
    latest.current = queue;
  });
  const [movedId, setMovedId] = useState<LibraryFileId | null>(null);
  const move = useCallback(
    (fileId: LibraryFileId, target: LibraryFileId | null | undefined) => {
      if (target === undefined) return;
      setMovedId(fileId);
      act(() => client.delivery.move({ fileIds: [fileId], before: target }));
    },
    [act, client],
  );
  const at = movedId === null ? -1 : queue.findIndex(({ fileId }) => fileId === movedId);
  const announcement =
    at < 0 ? '' : t('downloads.moved', { file: queue[at]?.fileName, place: at + 1, total: queue.length });
  return { move, announcement, latest };
}

/** Shows the unfinished transfers in the order of download. */
export function QueueView() {
  const { t, i18n } = useTranslation();
  const words = useMemo(() => rowWords(t), [t]);
  const { client } = useApi();
  const act = useAct();
  const showFile = useShowFile();
  const [filter, setFilter] = useState<QueueFilter>('all');
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const byFile = useStore(transfersStore, (state) => state.byFile);
  const queue = useMemo(() => queueOf(byFile, filter), [byFile, filter]);
  const { move, announcement, latest } = useMoves(queue);
  const { drag, begin } = useQueueDrag({
    scroller,
    rowHeight,
    count: queue.length,
    onDrop: ({ fileId, gap }) => move(fileId, beforeGap(latest.current, fileId, gap)),
  });
  // This object must stay the same; otherwise a move of one row would render all rows again.
  const grab = useRef(begin);
  useEffect(() => {
    grab.current = begin;
  });
  const actions = useMemo<RowActions>(
    () => ({
      pause: ({ fileId }) => act(() => client.delivery.pause({ fileId })),
      resume: ({ fileId }) => act(() => client.delivery.resume({ fileId })),
      retry: ({ fileId }) => act(() => client.delivery.retry({ fileId })),
      showOnMap: showFile,
      openMenu: (transfer, button) => setMenu({ transfer, button }),
      grab: ({ fileId }, event) => grab.current(fileId, event),
      step: ({ fileId }, step) => move(fileId, beforeOf(latest.current, fileId, step)),
    }),
    [act, client, showFile, move, latest],
  );
  return (
    <>
      <div style={{ padding: '8px 12px', flex: 'none' }}>
        <BatchProgress />
        <Filters filter={filter} onChange={setFilter} />
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {queue.length === 0 && (
        <Text px={12} py="md" size="sm" c="var(--nadir-quiet)">
          {filter === 'all' ? t('downloads.empty') : t('downloads.emptyFilter')}
        </Text>
      )}
      {queue.length > 0 && (
        <VirtualList
          label={t('shell.workspace.downloads')}
          count={queue.length}
          rowHeight={rowHeight}
          keyOf={(index) => queue[index]?.fileId ?? index}
          scrollerRef={scroller}
          overlay={drag && <div className={classes.mark} style={{ top: drag.gap * rowHeight }} />}
          onHover={(index) => hover('scene', index === null ? null : (queue[index]?.librarySceneId ?? null))}
          render={(index) => {
            const transfer = queue[index];
            return transfer ? (
              <TransferRow
                transfer={transfer}
                actions={actions}
                dragged={drag?.fileId === transfer.fileId}
                words={words}
                t={t}
                language={i18n.language}
              />
            ) : null;
          }}
        />
      )}
      {menu && <RowMenu open={menu} actions={actions} onClose={() => setMenu(null)} />}
    </>
  );
}
