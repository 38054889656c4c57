import { Button, Group, Kbd, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HandedDecision, HandedRow, PackageId } from '../../../src-preload/contract/handover.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatUtc } from '../../kit/i18n/format.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { decisionText, fieldText, kindText, valueText } from './handover-words.ts';

/** The key of each decision, as shown on its button. */
export const decisionKeys: Readonly<Record<HandedDecision, string>> = { mine: 'M', theirs: 'T', both: 'B' };

interface ReviewDifferencesProps {
  id: PackageId;
  row: HandedRow;
  onDecide: (decision: HandedDecision) => void;
}

/** An item of the review: its differences field by field, and the possible decisions. */
export function ReviewDifferences({ id, row, onDecide }: ReviewDifferencesProps) {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const { kind, itemId, name, state, decision, options, mine, theirs } = row;
  const read = useQuery(query.handover.differences.queryOptions({ input: { id, kind, itemId } }));
  const side = (of: HandedRow['mine']) =>
    of === null || of.updatedAt === ''
      ? ''
      : [of.updatedBy, formatUtc(i18n.language, of.updatedAt)].filter((part) => part !== '').join(', ');
  return (
    <Stack
      gap="xs"
      h="100%"
      mih={0}
      component="section"
      aria-label={t('handover.review.differences', { name })}
    >
      <div>
        <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name || itemId}
        </Text>
        <Text size="xs" c="var(--nadir-quiet)">
          {[kindText(t, kind), t(`handover.review.state.${state}`)].join(' · ')}
        </Text>
      </div>
      {state === 'sent-here' ? (
        <Text size="sm">{t('handover.review.sentHere')}</Text>
      ) : (
        <Group gap={6} role="group" aria-label={name}>
          {options.map((option) => (
            <Button
              key={option}
              size="compact-sm"
              variant={decision === option ? 'filled' : 'default'}
              aria-pressed={decision === option}
              rightSection={<Kbd size="xs">{decisionKeys[option]}</Kbd>}
              onClick={() => onDecide(option)}
            >
              {decisionText(t, row, option)}
            </Button>
          ))}
        </Group>
      )}
      {read.isError && <ErrorNote error={read.error} />}
      <ScrollArea flex={1} mih={0} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table layout="fixed" verticalSpacing={4} fz="xs" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="26%">{t('handover.review.field')}</Table.Th>
              <Table.Th>
                {t('handover.review.mine')}
                <Text size="xs" fw={400} c="var(--nadir-quiet)">
                  {side(mine)}
                </Text>
              </Table.Th>
              <Table.Th>
                {t('handover.review.theirs')}
                <Text size="xs" fw={400} c="var(--nadir-quiet)">
                  {side(theirs)}
                </Text>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(read.data ?? []).map(({ field, mine: own, theirs: other }) => (
              <Table.Tr key={field} style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                <Table.Td>{fieldText(t, field)}</Table.Td>
                <Table.Td>{valueText(t, field, own)}</Table.Td>
                <Table.Td>{valueText(t, field, other)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Stack>
  );
}
