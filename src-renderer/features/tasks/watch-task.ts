import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { useApi } from '../../kit/client/api.tsx';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';

const debounceMs = 300;
const shortestMs = 2_500;
const longestMs = 20_000;
const growth = 1.15;

const openKinds = ['received', 'in-progress', 'other'];

/** Returns true if the status of the task can still change at the service. */
export function isOpen(task: Pick<TaskDetails, 'statusKind'>): boolean {
  return openKinds.includes(task.statusKind);
}

function isMoving(task: TaskDetails): boolean {
  return (
    isOpen(task) ||
    task.captures.some((capture) => capture.statusKind === 'queued' || capture.statusKind === 'processing')
  );
}

/** Returns a text that differs if the task has changed: everything except the times of fetching. */
const stateOf = (task: TaskDetails) =>
  JSON.stringify({ ...task, changedAt: null, fetchedAt: null, capturesReadAt: null });

/** Returns the delay before the next fetch in milliseconds: it grows while nothing changes and is reset by a change. */
export function nextWaitMs(waited: number, isChanged: boolean): number {
  return isChanged ? shortestMs : Math.min(longestMs, waited * growth);
}

/**
 * Fetches a task when its details open, and repeatedly while it can change. The first request is delayed, so that a held arrow key does not
 * send one for each of fifty tasks. A hidden window sends no requests.
 */
export function useWatchedTask(scope: Scope, taskId: TaskId) {
  const { client, query } = useApi();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let before: string | null = null;
    const check = async (waited: number) => {
      let wait = nextWaitMs(waited, false);
      if (!document.hidden) {
        try {
          const task = await client.tasking.refreshTask({ scope, taskId }, { signal: ended.signal });
          if (ended.signal.aborted) return;
          queries.setQueryData(query.tasking.get.queryKey({ input: { scope, taskId } }), task);
          setError(null);
          if (!isMoving(task)) return;
          const state = stateOf(task);
          if (state !== before) wait = nextWaitMs(waited, true);
          before = state;
        } catch (failure) {
          if (ended.signal.aborted) return;
          if (!hasErrorCode(failure, 'CANCELLED')) setError(failure);
          wait = nextWaitMs(waited * 2, false);
        }
      }
      timer = setTimeout(() => void check(wait), wait);
    };
    timer = setTimeout(() => void check(shortestMs), asked === 0 ? debounceMs : 0);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [client, query, queries, scope, taskId, asked]);
  return { error, refresh: () => setAsked((before) => before + 1) };
}
