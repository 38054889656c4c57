import { Button, Group, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { compareStore } from '../../kit/state/compare-store.ts';

/** Fewer than three flashes in a second are not harmful (WCAG 2.3.1). */
const minSeconds = 0.4;

/** The fields that start and stop the blinking and set its speed. */
export function BlinkFields() {
  const { t } = useTranslation();
  const { blink } = useStore(compareStore);
  return (
    <Group gap={8} mt={6} align="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => compareStore.setState({ blink: { ...blink, isRunning: !blink.isRunning } })}
      >
        {blink.isRunning ? t('compare.stopBlink') : t('compare.startBlink')}
      </Button>
      <NumberInput
        w={150}
        label={t('compare.seconds')}
        value={blink.seconds}
        min={minSeconds}
        max={10}
        step={0.2}
        decimalScale={1}
        clampBehavior="strict"
        onChange={(typed) => {
          if (typeof typed === 'number' && typed >= minSeconds)
            compareStore.setState({ blink: { ...blink, seconds: typed } });
        }}
      />
    </Group>
  );
}
