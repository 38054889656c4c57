import { Button, Group, List, ScrollArea, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PackageReport } from '../../../src-preload/contract/handover.ts';
import { useActiveScope, useConnections } from '../../kit/client/api.tsx';
import { useFirstFocus } from '../../kit/ui/use-first-focus.ts';
import { alreadyInWords } from './already-in.ts';
import { kindText, outcomeWords } from './handover-words.ts';

/** Says what accepting did, and names the items that the user declined. */
export function PackageReportPane({ report, onClose }: { report: PackageReport; onClose: () => void }) {
  const { t } = useTranslation();
  const { outcome, discarded, discardedCount, restoredLists, keptLists } = report;
  const words = outcomeWords(t, outcome, 'done');
  const elsewhere = alreadyInWords(t, report.alreadyIn, {
    scope: useActiveScope(),
    connections: useConnections(),
  });
  const part = useFirstFocus<HTMLDivElement>(true, ['[data-autofocus]']);
  return (
    <Stack ref={part} gap="sm">
      <Text size="sm" role="status">
        {words === '' ? t('handover.done.nothing') : t('handover.done.sentence', { what: words })}
      </Text>
      {elsewhere.map((text) => (
        <Text key={text} size="sm" role="note">
          {text}
        </Text>
      ))}
      {restoredLists.length > 0 && (
        <Text size="sm">{t('handover.done.restored', { names: restoredLists.join(', ') })}</Text>
      )}
      {keptLists.length > 0 && (
        <Text size="sm">{t('handover.done.keptLists', { names: keptLists.join(', ') })}</Text>
      )}
      {discardedCount > 0 && (
        <div>
          <Text size="sm">{t('handover.done.discarded', { count: discardedCount })}</Text>
          <ScrollArea.Autosize mah={220} type="auto" viewportProps={{ tabIndex: 0 }}>
            <List size="sm">
              {discarded.map(({ kind, name, decision }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same name, and the list never changes
                <List.Item key={index}>
                  {[
                    kindText(t, kind),
                    decision === 'mine'
                      ? t('handover.done.mine', { name })
                      : t('handover.done.theirs', { name }),
                  ].join(' · ')}
                </List.Item>
              ))}
            </List>
          </ScrollArea.Autosize>
          {discardedCount > discarded.length && (
            <Text size="xs">{t('common.more', { count: discardedCount - discarded.length })}</Text>
          )}
        </div>
      )}
      <Text size="xs" c="var(--nadir-quiet)">
        {t('handover.done.undo')}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}
