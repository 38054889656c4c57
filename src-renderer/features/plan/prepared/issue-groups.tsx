import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { usePreparedEdits } from './edit-prepared.ts';
import { preparedStore } from './prepared-store.ts';
import { issueText } from './prepared-words.ts';
import type { PreparedCheck, RowIssue } from './use-prepared-rows.ts';

interface IssueGroupProps {
  scope: Scope;
  issues: readonly RowIssue[];
}

/** Returns a function that fixes all unambiguous issues of a group; null if there are none. */
function useMend({ scope, issues }: IssueGroupProps): (() => void) | null {
  const edits = usePreparedEdits(scope);
  const mends = issues.flatMap(({ issue, preparedId, version }) =>
    issue.mend === null ? [] : [{ preparedId, version, patch: issue.mend.patch }],
  );
  const patches = mends.flatMap(({ patch, ...row }) => (patch === null ? [] : [{ ...row, patch }]));
  if (mends.length === 0) return null;
  return patches.length > 0
    ? () => edits.mend(patches)
    : () => edits.remove(mends.map(({ preparedId }) => preparedId));
}

/** One kind of issue: its description, the number of its rows, a button for the next row, and the fix. */
function IssueGroup({ scope, issues }: IssueGroupProps) {
  const { t, i18n } = useTranslation();
  const last = useRef(-1);
  const mend = useMend({ scope, issues });
  const [first] = issues;
  if (!first) return null;
  const { issue } = first;
  const isError = issue.severity === 'error';
  const Icon = isError ? IconCircleX : IconAlertTriangle;
  const kind = issue.mend?.kind;
  const showNext = () => {
    const next = issues.find(({ index }) => index > last.current) ?? first;
    last.current = next.index;
    preparedStore.setState({ target: { index: next.index, column: next.issue.column } });
  };
  return (
    <Stack gap={4} component="li" data-issue={issue.code} data-severity={issue.severity}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Icon
          size={15}
          aria-label={isError ? t('prepared.error') : t('prepared.warning')}
          color={isError ? 'var(--mantine-color-error)' : 'var(--nadir-warning)'}
          style={{ flex: 'none', marginTop: 2 }}
        />
        <Text size="xs" flex={1}>
          {issueText(t, i18n.language, issue)}
          {issues.length > 1 && (
            <Text span size="xs" c="var(--nadir-quiet)">
              {' '}
              {t('prepared.alike', { count: issues.length - 1 })}
            </Text>
          )}
        </Text>
      </Group>
      <Group gap={6} pl={21}>
        <Button size="compact-xs" variant="default" onClick={showNext}>
          {issues.length > 1 ? t('prepared.showNext') : t('prepared.showRow')}
        </Button>
        {mend !== null && kind !== undefined && (
          <Button size="compact-xs" variant="default" onClick={mend}>
            {t(`prepared.mend.${kind}`, {
              count: issues.filter(({ issue: each }) => each.mend !== null).length,
            })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The issues that the checks have found, by kind: errors first. */
export function IssueGroups({ scope, check }: { scope: Scope; check: PreparedCheck }) {
  const { t } = useTranslation();
  const groups = [...check.byCode.values()];
  const errors = groups.filter(([first]) => first?.issue.severity === 'error');
  const warnings = groups.filter(([first]) => first?.issue.severity !== 'error');
  if (groups.length === 0) return null;
  return (
    <Stack
      gap={10}
      component="ul"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={t('prepared.found')}
      data-testid="prepared-issues"
    >
      {[...errors, ...warnings].map((issues) => (
        <IssueGroup key={issues[0]?.issue.code} scope={scope} issues={issues} />
      ))}
    </Stack>
  );
}
