import { Button, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptPress } from './use-kept-press.ts';

interface PrintButtonProps {
  /** True while the page is being read or drawn. */
  isWaiting: boolean;
  /** False if there is nothing to print. */
  isPossible: boolean;
}

/** Makes the key that opens the list's field sheet print the page that is shown. */
function usePrintKey(print: () => void) {
  const onPrint = useEffectEvent(print);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'p';
      if (!isPrint) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onPrint();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}

/** The button that prints the page, by Ctrl+P too. A press before the page is complete is kept until then. */
export function PrintButton({ isWaiting, isPossible }: PrintButtonProps) {
  const { t } = useTranslation();
  const press = useKeptPress({
    isWaiting,
    shown: null,
    isStillMeant: () => isPossible,
    run: () => window.print(),
  });
  const isOff = !isWaiting && !isPossible;
  const print = () => {
    if (!isOff) press.press();
  };
  usePrintKey(print);
  return (
    <>
      <Text size="xs" role="status" style={{ alignSelf: 'center' }}>
        {press.isKept && t('fieldSheet.printingSoon')}
      </Text>
      <Button
        leftSection={<IconPrinter size={14} aria-hidden />}
        aria-disabled={isOff || undefined}
        data-disabled={isOff}
        aria-busy={isWaiting}
        onClick={print}
      >
        {t('fieldSheet.print')}
      </Button>
    </>
  );
}
