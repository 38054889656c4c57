import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Says that the list is that of one place, and ends it. */
export function PlaceFilter({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      size="compact-xs"
      variant="light"
      rightSection={<IconX size={12} aria-hidden />}
      onClick={onEnd}
      aria-label={t('scenePlace.end')}
      title={t('scenePlace.end')}
    >
      {t('scenePlace.one')}
    </Button>
  );
}
