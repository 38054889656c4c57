import { IconMapPinX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tool } from '../../kit/ui/tool-button.tsx';

/** The chip of a list that is filtered by place, with a button that clears the filter. */
export function PlaceFilter({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation();
  return <Tool label={t('scenePlace.end')} icon={IconMapPinX} isPressed onClick={onEnd} />;
}
