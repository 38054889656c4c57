import { screen, waitFor } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src-main/core/app-error.ts';
import type { TimelineEntry } from '../../../../src-preload/contract/timeline.ts';
import { factOf } from '../../../../testing/page/look.ts';
import { connectionOf, contractOf, entryOf, settingsOf, taskOf } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { mapStore } from '../../../kit/state/map-store.ts';
import { select, selectedOf } from '../../../kit/state/selection.ts';
import { selectEntry, timelineStore } from '../../../kit/state/timeline-store.ts';
import { uiStore } from '../../../kit/state/ui-store.ts';
import { EntryDetailsPane } from './entry-details.tsx';
import { EntryRow } from './entry-row.tsx';

function Row({
  entry,
  contract = null,
}: {
  entry: TimelineEntry;
  contract?: { name: string; tone: string } | null;
}) {
  const { t, i18n } = useTranslation();
  return <EntryRow entry={entry} t={t} language={i18n.language} contract={contract} />;
}

describe('a row of the timeline', () => {
  it('says what happened to what, and when, with the local time on hover', async () => {
    await showPage(<Row entry={entryOf()} contract={{ name: 'South', tone: '#123456' }} />);
    expect(screen.getByText('harbour')).toBeDefined();
    expect(screen.getByText('Acquired · coast · South')).toBeDefined();
    expect(screen.getByText('Mar 2, 2026, 10:30 UTC').title).toBe('Mar 2, 2026, 06:30 AST');
  });

  it('says that a due visit is counted from deliveries', async () => {
    await showPage(<Row entry={entryOf({ kind: 'revisit-due', isOfDeliveries: true })} />);
    expect(screen.getByText('Revisit due · counted from deliveries · coast')).toBeDefined();
  });

  it('calls what has no name by its number', async () => {
    const { redraw } = await showPage(<Row entry={entryOf({ name: '', project: '' })} />);
    expect(screen.getByText('Task 4711')).toBeDefined();
    expect(screen.getByText('Acquired')).toBeDefined();
    redraw(<Row entry={entryOf({ name: '', subject: { kind: 'order', id: '000042' } })} />);
    expect(screen.getByText('Order 000042')).toBeDefined();
  });
});

describe('the details of an entry', () => {
  async function show(fields: Parameters<typeof entryOf>[0] = {}, refuse = false) {
    const entry = entryOf(fields);
    selectEntry(entry);
    const page = await showPage(<EntryDetailsPane entryKey={entry.key} />, {
      settings: settingsOf({ allContracts: true }),
      answers: (os) => ({
        contracts: {
          list: os.contracts.list.handler(() => [
            contractOf(),
            contractOf({ contractId: 'cont.south', name: 'South' }),
          ]),
          select: os.contracts.select.handler(() => {
            if (refuse) throw new AppError('CONTRACT_NEEDED', { detail: 'expired' });
            return connectionOf({ selectedContractId: 'cont.south' });
          }),
        },
      }),
    });
    await screen.findByRole('heading', { level: 2 });
    return { ...page, entry };
  }
  const button = (name: string) => screen.findByRole('button', { name });

  it('says what, when and whose, and the word of the service where it has one', async () => {
    await show({ kind: 'capture-other', status: 'IN_LIMBO' });
    expect(factOf('Event')).toBe('Capture failed or unknown');
    expect(factOf('When')).toBe('Mar 2, 2026, 10:30 UTC');
    expect(factOf('Service status')).toBe('IN LIMBO');
    await waitFor(() => expect(factOf('Contract')).toBe('North'));
  });

  it('leads to its subject under the contract in force', async () => {
    const { user, main } = await show();
    await user.click(await button('Open the task'));
    expect([selectedOf('task'), uiStore.getState().workspace]).toEqual([4_711, 'tasks']);
    expect(main.asked('contracts.select')).toEqual([]);
  });

  it('says before that it switches the contract, and whom orders are then charged to', async () => {
    const { user, main } = await show({ contractId: 'cont.south', subject: { kind: 'order', id: '000042' } });
    const open = await button('Switch to South and open');
    expect(screen.getByText(/What you order after switching is ordered under South\./)).toBeDefined();
    select('task', taskOf().taskId);
    await user.click(open);
    await waitFor(() =>
      expect([selectedOf('order'), uiStore.getState().workspace]).toEqual(['000042', 'orders']),
    );
    expect(main.asked('contracts.select')).toEqual([{ connectionId: 'desk', contractId: 'cont.south' }]);
    // Nothing of the previous contract stays selected.
    expect(selectedOf('task')).toBeNull();
  });

  it('stays where it is when the contract cannot be switched to', async () => {
    const { user } = await show({ contractId: 'cont.south' }, true);
    await user.click(await button('Switch to South and open'));
    expect((await screen.findByRole('alert')).textContent).toContain('expired');
    expect(selectedOf('task')).toBeNull();
  });

  it('opens a scene of any contract without switching: the library holds them all', async () => {
    const { user, main } = await show({ contractId: 'cont.south', subject: { kind: 'scene', id: 7 } });
    await user.click(await button('Open the scene'));
    expect([selectedOf('scene'), uiStore.getState().workspace]).toEqual([7, 'library']);
    expect(main.asked('contracts.select')).toEqual([]);
  });

  it('goes to its place on the map, from behind the calendar', async () => {
    const { user } = await show();
    await user.click(await button('Zoom to'));
    expect(timelineStore.getState().view).toBe('map');
    expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'point', at: [16.37, 48.2] });
  });

  it('has no way to a place that is not known', async () => {
    await show({ longitude: null });
    expect(screen.queryByRole('button', { name: 'Zoom to' })).toBeNull();
    expect(factOf('Place')).toBe('—');
  });
});
