import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lineErrorKm, useAreLinesCoarse } from './line-accuracy.ts';
import classes from './map-pane.module.css';

/** Says in a close view how exact the coasts and borders of the basemap are. Renders nothing for other views. */
export function LineNote() {
  const { t } = useTranslation();
  if (!useAreLinesCoarse()) return null;
  return (
    <Text className={classes.note} data-testid="line-note" truncate>
      {t('map.lines', { km: lineErrorKm })}
    </Text>
  );
}
