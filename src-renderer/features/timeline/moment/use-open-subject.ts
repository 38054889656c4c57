import { useTranslation } from 'react-i18next';
import type { TimelineEntry } from '../../../../src-preload/contract/timeline.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { clearMapSelection } from '../../../kit/state/map-store.ts';
import { select } from '../../../kit/state/selection.ts';
import { showWorkspace } from '../../../kit/state/ui-store.ts';
import { useAct } from '../../../kit/ui/use-act.ts';
import type { Timeline } from './use-timeline.ts';

type Subject = Pick<TimelineEntry, 'contractId' | 'subject'>;

/**
 * Returns functions that open a task, order or scene. One of another contract switches to that contract first, and the button label says
 * so, because the contract decides who pays. Scenes need no switch, because the library contains those of all contracts.
 */
export function useOpenSubject({ connectionId, contracts }: Pick<Timeline, 'connectionId' | 'contracts'>) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const otherOf = ({ contractId, subject }: Subject) =>
    subject.kind === 'scene'
      ? null
      : (contracts.find((each) => each.contractId === contractId && !each.active) ?? null);
  const show = ({ subject }: Subject) => {
    if (subject.kind === 'task') select('task', subject.id);
    else if (subject.kind === 'order') select('order', subject.id);
    else select('scene', subject.id);
    showWorkspace(subject.kind === 'task' ? 'tasks' : subject.kind === 'order' ? 'orders' : 'library');
  };
  return {
    label(of: Subject): string {
      const other = otherOf(of);
      return other === null
        ? t(`timeline.open.${of.subject.kind}`)
        : t('timeline.switchTo', { name: other.name });
    },
    open(of: Subject) {
      const contractId = otherOf(of)?.contractId ?? null;
      if (contractId === null) return show(of);
      act(async () => {
        await client.contracts.select({ connectionId, contractId });
        clearMapSelection();
        show(of);
      });
    },
    /** Returns the contract that has to be selected first; null if none. */
    otherOf,
  };
}
