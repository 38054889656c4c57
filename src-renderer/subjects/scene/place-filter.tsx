import { IconMapPinX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tool } from '../../ui/tool-button.tsx';

/** Shows that the list is that of one place, and ends it. */
export function PlaceFilter({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation();
  return <Tool label={t('scenePlace.end')} icon={IconMapPinX} isPressed onClick={onEnd} />;
}
