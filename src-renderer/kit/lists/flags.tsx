import { Button, Chip, Stack, Text } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { Flag, FlagKind, Subject } from '../../../src-preload/contract/tracking.ts';
import { useApi } from '../client/api.tsx';
import { formatNumber } from '../i18n/format.ts';
import type { Subject as SelectableSubject } from '../state/selection.ts';
import { useAct } from '../ui/use-act.ts';
import { flagWords } from './history-words.ts';

const keyOf = (subject: Subject) =>
  subject.kind === 'task'
    ? String(subject.taskId)
    : subject.kind === 'order'
      ? subject.orderId
      : subject.kind === 'scene'
        ? String(subject.librarySceneId)
        : subject.captureId;

/** Returns the flags of a kind of subject by id, for list rows; empty for a kind that is not tracked. */
export function useFlagsOf(
  scope: Scope | null,
  kind: Subject['kind'] | SelectableSubject,
): ReadonlyMap<string, FlagKind[]> {
  const { query } = useApi();
  const flags = useQuery(query.tracking.flags.queryOptions({ input: scope ? { scope } : skipToken })).data;
  return useMemo(() => {
    const byId = new Map<string, FlagKind[]>();
    for (const { subject, flag } of flags ?? []) {
      if (subject.kind !== kind) continue;
      const id = keyOf(subject);
      byId.set(id, [...(byId.get(id) ?? []), flag]);
    }
    return byId;
  }, [flags, kind]);
}

/** The mark of a row that needs attention; its accessible name lists the reasons. */
export function FlagMark({ flags }: { flags: readonly FlagKind[] | undefined }) {
  const { t } = useTranslation();
  if (!flags || flags.length === 0) return null;
  const said = flags.map((flag) => t(`tracking.flag.${flag}.name`)).join(', ');
  return (
    <span role="img" aria-label={said} title={said} style={{ display: 'inline-flex', flex: 'none' }}>
      <IconFlag size={13} color="var(--nadir-warning)" aria-hidden />
    </span>
  );
}

/** The filter for rows that need attention; hidden if there are none and it is not selected. */
export function NeedsAttentionChip({
  count,
  checked,
  onChange,
}: {
  count: number;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { t, i18n } = useTranslation();
  if (count === 0 && !checked) return null;
  return (
    <Chip
      size="xs"
      variant="outline"
      icon={null}
      checked={checked}
      onChange={onChange}
      styles={{ iconWrapper: { display: 'none' }, label: { paddingInline: 8 } }}
    >
      <span style={{ display: 'inline-flex', alignItems: 'center', gap: 5 }}>
        <IconFlag size={12} color="var(--nadir-warning)" aria-hidden />
        {t('tracking.needsAttention')}
        <Text span size="xs" c="var(--nadir-quiet)">
          {formatNumber(i18n.language, count)}
        </Text>
      </span>
    </Chip>
  );
}

/** Says why a subject needs attention and what the user can do. */
export function FlagNotes({ scope, flags }: { scope: Scope; flags: readonly Flag[] }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  if (flags.length === 0) return null;
  return (
    <Stack gap={6} role="group" aria-label={t('tracking.needsAttention')}>
      {flags.map((each) => {
        const { subject, flag } = each;
        const name = t(`tracking.flag.${flag}.name`);
        return (
          <Stack
            key={`${flag} ${subject.kind} ${keyOf(subject)}`}
            gap={4}
            p="xs"
            data-testid="flag"
            style={{ border: '1px solid var(--nadir-warning)', borderRadius: 6 }}
          >
            <span style={{ display: 'flex', gap: 6, alignItems: 'center', fontSize: 13, fontWeight: 600 }}>
              <IconFlag size={14} color="var(--nadir-warning)" aria-hidden />
              {name}
            </span>
            <Text size="xs">{flagWords(t, i18n.language, each)}</Text>
            <Text size="xs" c="var(--nadir-quiet)">
              {t(`tracking.flag.${flag}.todo`)}
            </Text>
            <div>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('tracking.dismissOf', { flag: name })}
                onClick={() => act(() => client.tracking.dismissFlag({ scope, subject, flag }))}
              >
                {t('common.dismiss')}
              </Button>
            </div>
          </Stack>
        );
      })}
    </Stack>
  );
}
