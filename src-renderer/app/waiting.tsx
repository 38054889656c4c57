import { Center } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Busy } from '../kit/ui/busy.tsx';

/** Stands in place of a part that is being loaded. */
export function Waiting() {
  const { t } = useTranslation();
  return (
    <Center h="100%" mih={80}>
      <Busy size={22} label={t('common.loading')} />
    </Center>
  );
}
