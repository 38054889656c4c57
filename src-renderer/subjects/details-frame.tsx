import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { Subject } from '../state/selection.ts';
import { DetailsHead } from '../ui/details-head.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { RawData } from '../ui/raw-data.tsx';
import { closeDetails } from './close-details.ts';
import { History, SubjectFlags } from './tracking/history.tsx';

interface DetailsFrameProps {
  title: string;
  /** Shows the place of the subject on the map; null where it has none. */
  onZoom: (() => void) | null;
  /** How the service is asked again, and why it last failed; null where it did not. */
  refresh?: { label: string; refresh: () => void; reading?: boolean; error: unknown };
  /** Whose details they are: its flags and its history are shown, its selection ends when they are closed. */
  of: ComponentProps<typeof History>['subject'] & { kind: Subject };
  scope: Scope;
  /** What can be done with the subject, above its facts. */
  actions?: ReactNode;
  facts: readonly Fact[];
  /** Below the facts. */
  children?: ReactNode;
  /** What the service said, as it said it. */
  raw: unknown;
}

/** The details of a subject, in the same sequence for all: what needs attention and what can be done come before the facts. */
export function DetailsFrame(props: DetailsFrameProps) {
  const { title, onZoom, refresh, of: subject, scope, actions, facts, children, raw } = props;
  const again = refresh && { label: refresh.label, act: refresh.refresh };
  return (
    <Stack gap="sm" p="sm">
      <DetailsHead
        title={title}
        onZoom={onZoom}
        {...(again ? { refresh: again } : {})}
        busy={refresh?.reading ?? false}
        onClose={() => closeDetails(subject.kind)}
      />
      {again && refresh.error !== null && <ErrorNote error={refresh.error} onRetry={again.act} />}
      <SubjectFlags scope={scope} subject={subject} />
      {actions}
      <Facts facts={facts} />
      {children}
      <History scope={scope} subject={subject} />
      <RawData value={raw} />
    </Stack>
  );
}
