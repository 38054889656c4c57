import {
  Button,
  Group,
  Progress,
  ScrollArea,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiskUse, FreeableKind, Freeing, Use } from '../../../../src-preload/contract/disk-use.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { formatBytes, formatNumber } from '../../../kit/i18n/format.ts';
import { Busy } from '../../../kit/ui/busy.tsx';
import { ConfirmDialog } from '../../../kit/ui/confirm-dialog.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { useAct } from '../../../kit/ui/use-act.ts';
import { useCommand } from '../../../kit/ui/use-command.ts';

const groupings = ['project', 'month'] as const;
const ages = ['0', '3', '6', '12', '24', '60'] as const;
/** Nadir recreates these when it needs them, so they bypass the trash. */
const ownKinds: ReadonlySet<FreeableKind> = new Set(['display', 'partial']);

interface UseRow extends Use {
  name: string;
}

function useRows(use: DiskUse, by: (typeof groupings)[number]): UseRow[] {
  const { t } = useTranslation();
  const other = (rest: Use | null): UseRow[] =>
    rest === null ? [] : [{ name: t('diskUse.others'), ...rest }];
  return by === 'project'
    ? [
        ...use.projects.map(({ project, ...row }) => ({ name: project || t('diskUse.noProject'), ...row })),
        ...other(use.otherProjects),
      ]
    : [
        ...use.months.map(({ month, ...row }) => ({ name: month ?? t('diskUse.noTime'), ...row })),
        ...other(use.otherMonths),
      ];
}

function UseTable({ use }: { use: DiskUse }) {
  const { t, i18n } = useTranslation();
  const [by, setBy] = useState<(typeof groupings)[number]>('project');
  const rows = useRows(use, by);
  const nameOf = (name: typeof by) => (name === 'project' ? t('label.project') : t('diskUse.month'));
  const number = { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
  return (
    <Stack gap={6}>
      <SegmentedControl
        size="xs"
        aria-label={t('diskUse.by')}
        data={groupings.map((value) => ({ value, label: nameOf(value) }))}
        value={by}
        onChange={(value) => setBy(groupings.find((each) => each === value) ?? 'project')}
      />
      <ScrollArea.Autosize
        mah={190}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('diskUse.title') }}
      >
        <Table fz="xs" verticalSpacing={4} stickyHeader data-testid="disk-use">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{nameOf(by)}</Table.Th>
              <Table.Th style={number}>{t('diskUse.scenes')}</Table.Th>
              <Table.Th style={number}>{t('label.files')}</Table.Th>
              <Table.Th style={number}>{t('libraryFolders.tab.use')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, scenes, files, bytes }) => (
              <Table.Tr key={name}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
                <Table.Td style={number}>{formatNumber(i18n.language, scenes, 0)}</Table.Td>
                <Table.Td style={number}>{formatNumber(i18n.language, files, 0)}</Table.Td>
                <Table.Td style={number}>{formatBytes(i18n.language, bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Stack>
  );
}

/** The progress or the result of freeing disk space. */
function FreeingState({ freeing }: { freeing: Freeing }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { state, files, total, bytes, left, error } = freeing;
  return (
    <Stack gap={4} data-testid="freeing" data-state={state}>
      <Text size="sm" role="status">
        {t(`diskUse.freeing.${state}`)}{' '}
        {t('library.onDisk', { count: files, size: formatBytes(i18n.language, bytes) })}
        {left > 0 && ` · ${t('diskUse.freeing.left', { count: left })}`}
      </Text>
      {state === 'running' && (
        <Group gap={8} wrap="nowrap">
          <Progress
            style={{ flex: 1 }}
            size={4}
            value={total === 0 ? 0 : (100 * (files + left)) / total}
            aria-label={t('diskUse.freeing.running')}
          />
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => act(() => client.diskUse.cancelFreeing())}
          >
            {t('common.cancel')}
          </Button>
        </Group>
      )}
      {error !== null && <ErrorNote error={error} />}
    </Stack>
  );
}

interface FreeableRowProps {
  what: DiskUse['freeable'][number];
  months: number;
  isBusy: boolean;
}

/** A kind of files that may be deleted, with a confirmation. */
function FreeableRow({ what: { kind, files, bytes }, months, isBusy }: FreeableRowProps) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const [isAsked, setAsked] = useState(false);
  const hasTrash = useQuery(query.app.info.queryOptions()).data?.capabilities.trash ?? false;
  const free = useCommand({
    mutationFn: () => client.diskUse.free({ kind, months, files }),
    onSuccess: () => setAsked(false),
  });
  const size = formatBytes(i18n.language, bytes);
  const amount = t('library.onDisk', { count: files, size });
  const fate = ownKinds.has(kind) ? 'own' : hasTrash ? 'trash' : 'delete';
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap={8} data-testid={`free-${kind}`}>
      <div>
        <Text size="sm">{t(`diskUse.kind.${kind}`)}</Text>
        <Text size="xs" c="var(--nadir-quiet)">
          {t(`diskUse.kindHint.${kind}`)}
        </Text>
      </div>
      <Group gap={8} wrap="nowrap">
        <Text size="xs" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
          {amount}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          disabled={files === 0 || isBusy}
          aria-label={t('diskUse.freeKind', { kind: t(`diskUse.kind.${kind}`) })}
          onClick={() => {
            free.reset();
            setAsked(true);
          }}
        >
          {t('diskUse.free')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsked}
        title={t('diskUse.question', { size })}
        confirmLabel={t('diskUse.confirm', { size })}
        command={free}
        onClose={() => setAsked(false)}
      >
        {`${t(`diskUse.kind.${kind}`)}: ${amount}. ${t(`diskUse.fate.${fate}`)} ${t(`diskUse.after.${kind}`)}`}
      </ConfirmDialog>
    </Group>
  );
}

/** The disk use of the library by project and month, and the files that may be deleted. */
export function DiskUsePart() {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const [age, setAge] = useState<string>('12');
  const months = Number(age);
  const answer = useQuery({
    ...query.diskUse.report.queryOptions({ input: { months } }),
    placeholderData: (before) => before,
  });
  const freeing = useQuery(query.diskUse.freeing.queryOptions()).data ?? null;
  if (answer.isError) return <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />;
  const use = answer.data;
  if (use === undefined) return <Busy size={22} label={t('common.loading')} />;
  const { scenes, bytes, thumbnailOnly } = use.total;
  return (
    <Stack gap="md" data-testid="disk-use-part">
      <Text size="sm" data-testid="disk-total">
        {t('diskUse.total', { count: scenes, size: formatBytes(i18n.language, bytes) })}
        {thumbnailOnly > 0 && ` · ${t('diskUse.thumbnailOnly', { count: thumbnailOnly })}`}
        {use.freeBytes !== null &&
          ` · ${t('diskUse.freeSpace', { size: formatBytes(i18n.language, use.freeBytes) })}`}
      </Text>
      <UseTable use={use} />
      <Stack gap={8} component="section">
        <Title order={3} size="sm">
          {t('diskUse.freeTitle')}
        </Title>
        <Text size="xs" c="var(--nadir-quiet)">
          {t('diskUse.freeHint')}
        </Text>
        <Select
          maw={260}
          size="xs"
          label={t('diskUse.older')}
          allowDeselect={false}
          data={ages.map((value) => ({
            value,
            label: value === '0' ? t('diskUse.anyAge') : t('diskUse.months', { count: Number(value) }),
          }))}
          value={age}
          onChange={(value) => value !== null && setAge(value)}
        />
        <Stack gap={10} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {use.freeable.map((what) => (
            <FreeableRow
              key={what.kind}
              what={what}
              months={months}
              isBusy={freeing?.state === 'running' || answer.isPlaceholderData}
            />
          ))}
        </Stack>
        {freeing !== null && <FreeingState freeing={freeing} />}
      </Stack>
    </Stack>
  );
}
