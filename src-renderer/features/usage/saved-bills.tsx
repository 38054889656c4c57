import { Button, Group, Select, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bill, Snapshot } from '../../../src-preload/contract/bills.ts';
import type { ConnectionId } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatUtc } from '../../kit/i18n/format.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useFocusBack } from '../../kit/ui/use-focus-back.ts';
import { billFormats } from './bill-format.ts';
import { formatDecimal, unitWords } from './bill-words.ts';
import classes from './bills.module.css';
import { billStore } from './bills-store.ts';
import { CompareBills } from './compare-bills.tsx';
import { formatPeriod } from './period-words.ts';
import { useExport } from './use-export.ts';

function NameModal({
  title,
  confirm,
  name,
  error,
  pending,
  note,
  onClose,
  onConfirm,
}: {
  title: string;
  confirm: string;
  name: string;
  error: unknown;
  pending: boolean;
  note?: string;
  onClose: () => void;
  onConfirm: (name: string) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(name);
  useFocusBack();
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') onConfirm(typed);
        }}
      >
        <Stack gap="sm">
          {note !== undefined && <Text size="sm">{note}</Text>}
          <TextInput
            data-autofocus
            label={t('label.name')}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {error !== null && error !== undefined && <ErrorNote error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={pending} disabled={typed.trim() === ''}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Saves the current bill; the content of a saved bill does not change. */
export function SaveBill({ bill, disabled }: { bill: Bill; disabled: boolean }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const [asked, setAsked] = useState(false);
  const keep = useCommand({
    mutationFn: (name: string) => client.bills.keep({ terms: bill.terms, name }),
    onSuccess: () => {
      setAsked(false);
      billStore.setState({ kept: true });
    },
  });
  const lacking = bill.sync.some(({ known }) => known !== 'whole');
  const { firstDay, lastDay } = bill.terms;
  return (
    <>
      <Button
        leftSection={<IconBookmark size={15} aria-hidden />}
        disabled={disabled}
        onClick={() => {
          keep.reset();
          setAsked(true);
        }}
      >
        {t('bills.keep')}
      </Button>
      {asked && (
        <NameModal
          title={t('bills.keep')}
          confirm={t('common.save')}
          name={formatPeriod(i18n.language, firstDay, lastDay)}
          note={lacking ? t('bills.keepLacking') : t('bills.keepNote')}
          error={keep.error}
          pending={keep.isPending}
          onClose={() => setAsked(false)}
          onConfirm={(name) => keep.mutate(name)}
        />
      )}
    </>
  );
}

function SnapshotActions({ snapshot }: { snapshot: Snapshot }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null);
  const exporting = useExport();
  const close = () => setAsked(null);
  const { id, bill } = snapshot;
  const rename = useCommand({
    mutationFn: (name: string) => client.bills.rename({ id, name }),
    onSuccess: close,
  });
  const remove = useCommand({ mutationFn: () => client.bills.remove({ id }), onSuccess: close });
  return (
    <>
      <Group gap={6}>
        {billFormats.map((format) => (
          <Button
            key={format}
            variant="default"
            loading={exporting.isPending}
            onClick={() => exporting.mutate({ bill, snapshot, format })}
          >
            {t(`bills.exportAs.${format}`)}
          </Button>
        ))}
        <Button
          variant="default"
          onClick={() => {
            rename.reset();
            setAsked('rename');
          }}
        >
          {t('bills.rename')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            remove.reset();
            setAsked('remove');
          }}
        >
          {t('bills.remove')}
        </Button>
      </Group>
      {exporting.isError && <ErrorNote error={exporting.error} />}
      {asked === 'rename' && (
        <NameModal
          title={t('bills.rename')}
          confirm={t('common.save')}
          name={snapshot.name}
          error={rename.error}
          pending={rename.isPending}
          onClose={close}
          onConfirm={(name) => rename.mutate(name)}
        />
      )}
      <ConfirmDialog
        opened={asked === 'remove'}
        title={t('bills.removeTitle')}
        confirmLabel={t('bills.removeConfirm')}
        backLabel={t('common.cancel')}
        command={remove}
        onClose={close}
      >
        {t('bills.removeBody', { name: snapshot.name })}
      </ConfirmDialog>
    </>
  );
}

function SnapshotCard({
  snapshot,
  selected,
  onSelect,
}: {
  snapshot: Snapshot;
  selected: boolean;
  onSelect: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { bill } = snapshot;
  const { firstDay, lastDay, timeZone } = bill.terms;
  const lacking = bill.sync.some(({ known }) => known !== 'whole');
  return (
    <UnstyledButton className={classes.card} aria-pressed={selected} onClick={onSelect}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {snapshot.name}
      </Text>
      <div className={classes.quiet}>{`${formatPeriod(i18n.language, firstDay, lastDay)} · ${timeZone}`}</div>
      <div style={{ fontSize: 12.5, fontVariantNumeric: 'tabular-nums' }}>
        {bill.totals
          .map(({ quantity, unit }) => `${formatDecimal(i18n.language, quantity)} ${unitWords(t, unit)}`)
          .join(' · ') || '—'}
        {` · ${t('bills.delivered', { count: bill.counts.rows })}`}
      </div>
      <div className={classes.quiet}>
        {t('bills.keptAt', { at: formatUtc(i18n.language, snapshot.takenAt) })}
        {lacking && ` · ${t('bills.wasLacking')}`}
      </div>
    </UnstyledButton>
  );
}

const now = 'now';

/** Shows the saved bills, and which rows have been added, removed or changed since. */
export function SavedBills({ connectionId }: { connectionId: ConnectionId }) {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const listed = useQuery(query.bills.snapshots.queryOptions({ input: { connectionId } }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [against, setAgainst] = useState(now);
  const snapshots = listed.data ?? [];
  const selected = snapshots.find(({ id }) => id === chosen) ?? snapshots[0];
  const other = snapshots.find(({ id }) => id === against && id !== selected?.id);
  if (listed.isError) return <ErrorNote error={listed.error} />;
  if (listed.data && !selected)
    return (
      <Text p="md" size="sm" c="var(--nadir-quiet)">
        {t('bills.noneKept')}
      </Text>
    );
  if (!selected) return null;
  return (
    <div className={classes.body}>
      <section className={classes.side} aria-label={t('bills.viewKept')} data-pane="list">
        <ul className={classes.plain}>
          {snapshots.map((snapshot) => (
            <li key={snapshot.id}>
              <SnapshotCard
                snapshot={snapshot}
                selected={snapshot === selected}
                onSelect={() => setChosen(snapshot.id)}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.mainSide} aria-label={t('bills.comparison')} data-pane="details">
        <div className={classes.lists}>
          <Group justify="space-between">
            <h3 className={classes.sectionTitle} style={{ fontSize: 13 }}>
              {selected.name}
            </h3>
            <SnapshotActions key={selected.id} snapshot={selected} />
          </Group>
          <div className={classes.quiet} style={{ overflowWrap: 'anywhere' }}>
            {t('bills.keptAt', { at: formatUtc(i18n.language, selected.takenAt) })}
            {selected.bill.sync.map(({ contractId, contractName, known, at }) => (
              <span key={contractId ?? ''}>
                {` · ${contractName ?? contractId ?? t('bills.noContract')}: ${t(`bills.known.${known}`)} `}
                {at !== null && <TimeText at={at} fz="inherit" />}
              </span>
            ))}
            {` · ${t('downloads.checksum', { start: selected.sha256.slice(0, 16) })}`}
          </div>
          <Select
            w={380}
            label={t('bills.compareWith')}
            allowDeselect={false}
            value={other?.id ?? now}
            data={[
              { value: now, label: t('bills.asNow') },
              ...snapshots
                .filter(({ id }) => id !== selected.id)
                .map(({ id, name, takenAt }) => ({
                  value: id,
                  label: `${name} (${formatUtc(i18n.language, takenAt)})`,
                })),
            ]}
            onChange={(value) => value && setAgainst(value)}
          />
        </div>
        <CompareBills key={`${selected.id} ${other?.id ?? now}`} before={selected} after={other ?? null} />
      </section>
    </div>
  );
}
