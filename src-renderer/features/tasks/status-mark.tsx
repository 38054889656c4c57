import { useTranslation } from 'react-i18next';
import type { CaptureRow, TaskStatusKind } from '../../../src-preload/contract/tasking.ts';
import { serviceWord } from '../../kit/i18n/service-word.ts';
import classes from '../../kit/ui/panes.module.css';
import { statusColours } from '../../map/status-colours.ts';

const shapes: Record<TaskStatusKind, React.CSSProperties> = {
  received: { borderRadius: '50%', background: 'transparent', border: '2px solid' },
  'in-progress': { borderRadius: '50%' },
  completed: { borderRadius: 1 },
  cancelled: { borderRadius: 1, background: 'transparent', border: '2px solid' },
  failed: { clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' },
  other: { transform: 'rotate(45deg)', borderRadius: 1 },
};

/** The mark of a status: colour and shape, as on the map. */
export function StatusMark({ kind }: { kind: TaskStatusKind }) {
  const colour = statusColours[kind];
  const { background = colour, ...shape } = shapes[kind];
  return (
    <span
      className={classes.dot}
      aria-hidden
      style={{ color: colour, borderColor: colour, background, ...shape }}
    />
  );
}

const captureKinds: Record<CaptureRow['statusKind'], TaskStatusKind> = {
  queued: 'received',
  processing: 'in-progress',
  published: 'completed',
  failed: 'failed',
  withdrawn: 'cancelled',
  other: 'other',
};

/** The status of a capture as a mark and a word; the service's word if there is no translation. */
export function CaptureStatus({ capture }: { capture: CaptureRow }) {
  const { t } = useTranslation();
  return (
    <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
      <StatusMark kind={captureKinds[capture.statusKind]} />
      {capture.statusKind === 'other'
        ? serviceWord(t, capture.status)
        : t(`captures.status.${capture.statusKind}`)}
    </span>
  );
}

/** The status of a task as a mark and a word; the service's word if there is no translation. */
export function TaskStatus({ kind, raw }: { kind: TaskStatusKind; raw: string }) {
  const { t } = useTranslation();
  return (
    <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
      <StatusMark kind={kind} />
      {kind === 'other' ? serviceWord(t, raw) : t(`tasks.status.${kind}`)}
    </span>
  );
}
