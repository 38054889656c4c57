import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { Subject } from '../state/selection.ts';
import { DetailsHead } from '../ui/details-head.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { RawData } from '../ui/raw-data.tsx';
import { closeDetails } from './close-details.ts';
import { History, SubjectFlags, useHistory } from './history.tsx';

interface DetailsFrameProps {
  title: string;
  /** Zooms the map to the subject; null if it has no place. */
  onZoom: (() => void) | null;
  /** Fetches the subject from the service again; `error` is the error of the last fetch, null if it succeeded. */
  refresh?: { label: string; refresh: () => void; reading?: boolean; error: unknown };
  /** The subject of the details: its flags and history are shown, and closing the details deselects it. */
  of: ComponentProps<typeof History>['subject'] & { kind: Subject };
  scope: Scope;
  /** The buttons for the subject, shown above its facts. */
  actions?: ReactNode;
  facts: readonly Fact[];
  /** Shown below the facts. */
  children?: ReactNode;
  /** The unchanged answer of the service. */
  raw: unknown;
}

/** The details of a subject, in the same order for every kind: flags and actions come before the facts. */
export function DetailsFrame(props: DetailsFrameProps) {
  const { title, onZoom, refresh, of: subject, scope, actions, facts, children, raw } = props;
  // Flags that load later would move the facts and their buttons under the pointer.
  // Once it has failed the details stay: History below asks again when it appears, and would take them away each time.
  const { isPending, errorUpdateCount } = useHistory(scope, subject);
  const refreshAction = refresh && { label: refresh.label, act: refresh.refresh };
  if (isPending && errorUpdateCount === 0) return null;
  return (
    <Stack gap="sm" p="sm">
      <DetailsHead
        title={title}
        onZoom={onZoom}
        {...(refreshAction ? { refresh: refreshAction } : {})}
        busy={refresh?.reading ?? false}
        onClose={() => closeDetails(subject.kind)}
      />
      {refreshAction && refresh.error !== null && (
        <ErrorNote error={refresh.error} onRetry={refreshAction.act} />
      )}
      <SubjectFlags scope={scope} subject={subject} />
      {actions}
      <Facts facts={facts} />
      {children}
      <History scope={scope} subject={subject} />
      <RawData value={raw} />
    </Stack>
  );
}
