import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFirstFocus } from './use-first-focus.ts';
import { unlessDoubleClick } from './use-one-press.ts';

interface WorkingNoteProps {
  label: string;
  done: number;
  /** 0 while it is unknown. */
  total: number;
  onCancel: () => void;
}

/** Shows the progress of a running job, with a button that cancels it. */
export function WorkingNote({ label, done, total, onCancel }: WorkingNoteProps) {
  const { t } = useTranslation();
  const part = useFirstFocus<HTMLDivElement>(true, ['[data-autofocus]']);
  const share = total === 0 ? 100 : Math.round((done / total) * 100);
  return (
    <Stack ref={part} gap="xs" role="status">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Text>
      <Progress value={share} animated={total === 0} aria-label={label} />
      <Group justify="flex-end">
        <Button variant="default" onClick={unlessDoubleClick(onCancel)} data-autofocus>
          {t('common.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
