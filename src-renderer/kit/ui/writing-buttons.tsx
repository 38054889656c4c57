import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { unlessDoubleClick } from './use-one-press.ts';

interface WritingButtonsProps {
  /** The text of the button that submits the form. */
  label: string;
  isRunning: boolean;
  isReady: boolean;
  onStop: () => void;
  onClose: () => void;
}

/**
 * The buttons of a form that writes something: one that stops it while it is running, else those that close and submit.
 */
export function WritingButtons({ label, isRunning, isReady, onStop, onClose }: WritingButtonsProps) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      {isRunning ? (
        <Button variant="default" onClick={unlessDoubleClick(onStop)}>
          {t('takeaway.crop.stop')}
        </Button>
      ) : (
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button type="submit" disabled={!isReady}>
            {label}
          </Button>
        </>
      )}
    </Group>
  );
}
