import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope, SubmissionId } from '../../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../../src-preload/contract/outbox.ts';
import type { CheckedDraft, PreparedIssue } from '../../../../src-preload/contract/prepared.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { issueText } from './prepared-words.ts';

const mostShown = 20;

interface CheckedItem {
  key: string | number;
  name: string;
  issues: readonly PreparedIssue[];
  /** Takes it out of what will be sent; null where it is the only one. */
  onLeaveOut: (() => void) | null;
}

/** Lists what the checks found, before anything is sent. With several tasks or orders, each line has the name of its own. */
function CheckNotes({ items, isNamed }: { items: readonly CheckedItem[]; isNamed: boolean }) {
  const { t, i18n } = useTranslation();
  if (items.length === 0) return null;
  const more = items.length - mostShown;
  return (
    <Alert
      icon={<IconAlertTriangle size={18} color="var(--nadir-warning)" aria-hidden />}
      role="note"
      data-testid="check-notes"
      title={t('prepared.checkFirst', { count: items.length })}
    >
      <Stack gap={6}>
        {items.slice(0, mostShown).map(({ key, name, issues, onLeaveOut }) => (
          <Group key={key} gap={6} justify="space-between" align="start" wrap="nowrap">
            <div style={{ overflowWrap: 'anywhere' }}>
              {isNamed && (
                <Text size="xs" fw={600}>
                  {name}
                </Text>
              )}
              {issues.map((issue) => (
                <Text key={issue.code} size="xs">
                  {issueText(t, i18n.language, issue, 'together')}
                </Text>
              ))}
            </div>
            {onLeaveOut !== null && (
              <Button
                size="compact-xs"
                variant="default"
                style={{ flex: 'none' }}
                aria-label={t('prepared.leaveOutNamed', { name })}
                onClick={onLeaveOut}
              >
                {t('prepared.leaveOut')}
              </Button>
            )}
          </Group>
        ))}
        {more > 0 && <Text size="xs">{t('common.more', { count: more })}</Text>}
      </Stack>
    </Alert>
  );
}

interface FormChecksProps {
  scope: Scope;
  /** Never empty. */
  commands: readonly CommandInput[];
  /** The command of the outbox that is being edited, or null. */
  editedId: SubmissionId | null;
}

/** Shows what the checks of prepared rows find about the tasks or orders of a form. */
export function FormChecks({ scope, commands, editedId }: FormChecksProps) {
  const { query } = useApi();
  const input = { scope, commands: [...commands], editedId };
  const { data: checked = [], error } = useQuery(query.prepared.checkCommands.queryOptions({ input }));
  if (error) return <ErrorNote error={error} />;
  const items = checked.map(({ index, ...item }) => ({ ...item, key: index, onLeaveOut: null }));
  return <CheckNotes items={items} isNamed={commands.length > 1} />;
}

interface DraftChecksProps {
  scope: Scope;
  ids: readonly SubmissionId[];
  onLeaveOut: (id: CheckedDraft['id']) => void;
}

/** Shows what the checks of prepared rows find about drafts of the outbox that are about to be sent. */
export function DraftChecks({ scope, ids, onLeaveOut }: DraftChecksProps) {
  const { query } = useApi();
  const input = { scope, ids: [...ids] };
  const { data: checked = [], error } = useQuery(query.prepared.checkDrafts.queryOptions({ input }));
  if (error) return <ErrorNote error={error} />;
  const items = checked.map(({ id, ...item }) => ({
    ...item,
    key: id,
    onLeaveOut: ids.length > 1 ? () => onLeaveOut(id) : null,
  }));
  return <CheckNotes items={items} isNamed={ids.length > 1} />;
}
