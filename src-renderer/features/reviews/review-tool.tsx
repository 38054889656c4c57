import { ActionIcon, Menu } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { mostHandled } from '../../../src-preload/contract/library.ts';
import { idSeparator, unpackIds } from '../../../src-preload/contract/packed-places.ts';
import { mostQueued, type ReviewQueue } from '../../../src-preload/contract/reviews.ts';
import type { SceneFilter, SceneSort } from '../../../src-preload/contract/scene-filter.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatUtc } from '../../kit/i18n/format.ts';
import { listOf, listStore } from '../../kit/state/list-store.ts';
import { type ListedReviewAct, reviewStore } from '../../kit/state/review-store.ts';
import { useAct, useActOnce, useSay } from '../../kit/ui/use-act.ts';
import { findRejectedByOthers } from './rejected-by-others.ts';
import { openQueueAt, startQueue } from './review-actions.ts';

const ReviewReport = lazy(() =>
  import('./review-report.tsx').then((module) => ({ default: module.ReviewReport })),
);
const ReadReviews = lazy(() =>
  import('./read-reviews.tsx').then((module) => ({ default: module.ReadReviews })),
);

/** The dialogs of reviews; each is loaded when it opens. */
function ReviewDialogs() {
  const report = useStore(reviewStore, (state) => state.report);
  const isReading = useStore(reviewStore, (state) => state.isReading);
  return (
    <Suspense>
      {report !== null && <ReviewReport {...report} />}
      {isReading && <ReadReviews />}
    </Suspense>
  );
}

const DeleteMany = lazy(() =>
  import('../library/many/delete-many.tsx').then((module) => ({ default: module.DeleteMany })),
);

/** The maximum number of queues in the menu; older ones are kept up to a limit. */
const maxOffered = 6;

interface ReviewToolProps {
  /** The query of the list. */
  asked: { filter: SceneFilter; sort: SceneSort; descending: boolean };
}

/** Returns the actions for the scenes of the list: all that match, or the selected ones. */
function useScenesOfList({ asked }: ReviewToolProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const chosen = useStore(listStore, (all) => listOf(all, 'library').chosen);
  const ids = async () =>
    chosen.size > 0
      ? [...chosen]
      : // One more than a queue may have, so that main refuses what is too much.
        unpackIds(await client.library.ids({ ...asked, offset: 0, limit: mostQueued + 1 }));
  const name =
    chosen.size > 0
      ? t('reviews.queue.selected', { count: chosen.size })
      : (asked.filter.search ?? '') || t('shell.workspace.library');
  return { chosen: chosen.size, ids, name };
}

/** The menu of reviews above the list: a new queue of the listed scenes, earlier queues, reports, and reviews of others. */
export function ReviewTool(props: ReviewToolProps) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const actOnce = useActOnce();
  const [opened, setOpened] = useState(false);
  const queues = useQuery({ ...query.reviews.queues.queryOptions(), enabled: opened }).data ?? [];
  const { chosen, ids, name } = useScenesOfList(props);
  const say = useSay();
  const [rejected, setRejected] = useState<{ ids: readonly string[]; warning: string | null } | null>(null);
  /** Reads what other people have written beside these scenes since Nadir looked there last. */
  const readBeside = (scenes: readonly (string | number)[]) =>
    client.reviews.readBeside({ ids: scenes.join(idSeparator) });
  /** Returns the listed scenes with files that are rejected now, by what the files beside them say. */
  const readRejected = async () => {
    const { filter } = props.asked;
    if (filter.reviews !== undefined && !filter.reviews.includes('rejected')) return [];
    const find = async () =>
      unpackIds(
        await client.library.ids({
          ...props.asked,
          filter: { ...filter, reviews: ['rejected'], onDiskOnly: true },
          offset: 0,
          limit: mostHandled + 1,
        }),
      );
    const found = await find();
    if (found.length === 0 || found.length > mostHandled) return found;
    await readBeside(found);
    return find();
  };
  const warnOfOthers = async (found: readonly string[]) => {
    const { count, names } = await findRejectedByOthers(client, found.slice(0, mostHandled));
    return count === 0 ? null : t('library.many.rejectedByOthers', { count, names: names.join(', ') });
  };
  const readStillRejected = async () => {
    const found = await readRejected();
    const warning = await warnOfOthers(found);
    setRejected((asked) => asked && { ...asked, warning });
    return found;
  };
  const findRejected = async () => {
    const found = await readRejected();
    if (found.length > 0) setRejected({ ids: found, warning: await warnOfOthers(found) });
    else say({ message: t('library.many.noneRejected'), color: 'gray' });
  };
  const openReport = async (title: string, librarySceneIds: readonly LibrarySceneId[]) => {
    await readBeside(librarySceneIds.slice(0, mostHandled));
    reviewStore.setState({ report: { title, librarySceneIds } });
  };
  const report = async () => {
    const librarySceneIds = (await ids()).map((id) => librarySceneIdSchema.parse(Number(id)));
    if (librarySceneIds.length > 0) await openReport(name, librarySceneIds);
  };
  const reportOf = async ({ queueId, name: title }: ReviewQueue) =>
    openReport(title, await client.reviews.queueScenes({ queueId }));
  const begin = async () => {
    const at = formatUtc(i18n.language, new Date().toISOString());
    await startQueue(client, `${name} · ${at}`.slice(0, 200), ids);
  };
  const runs = { queue: begin, report, 'delete-rejected': findRejected };
  const requested = useStore(reviewStore, (each) => each.requested);
  const runRequested = useEffectEvent((what: ListedReviewAct) => act(runs[what]));
  useEffect(() => {
    if (requested === null) return;
    reviewStore.setState({ requested: null });
    runRequested(requested);
  }, [requested]);
  const [last] = queues;
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('reviews.menu')} title={t('reviews.menu')}>
            <IconClipboardCheck size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => actOnce(begin)}>
            {chosen > 0 ? t('reviews.queue.ofSelected', { count: chosen }) : t('reviews.queue.ofList')}
          </Menu.Item>
          <Menu.Item onClick={() => act(report)}>
            {chosen > 0 ? t('reviews.report.ofSelected', { count: chosen }) : t('reviews.report.ofList')}
          </Menu.Item>
          <Menu.Item onClick={() => reviewStore.setState({ isReading: true })}>
            {t('reviews.read.open')}
          </Menu.Item>
          <Menu.Item onClick={() => act(findRejected)}>{t('library.many.rejectedOpen')}</Menu.Item>
          {last && (
            <>
              <Menu.Divider />
              <Menu.Label>{t('holdings.check.continue')}</Menu.Label>
              {queues.slice(0, maxOffered).map(({ queueId, name: title, position, total, left }) => (
                <Menu.Item key={queueId} onClick={() => act(() => openQueueAt(client, queueId, position))}>
                  {t('reviews.queue.entry', { name: title, left, total })}
                </Menu.Item>
              ))}
              <Menu.Item onClick={() => act(() => reportOf(last))}>
                {t('reviews.report.ofQueue', { name: last.name })}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {rejected !== null && (
          <DeleteMany
            titleOf={(count) => t('library.many.rejectedTitle', { count })}
            ids={rejected.ids}
            warning={rejected.warning}
            readStillMeant={readStillRejected}
            onClose={() => setRejected(null)}
          />
        )}
      </Suspense>
      <ReviewDialogs />
    </>
  );
}
