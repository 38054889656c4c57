import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeMapWindow } from '../../kit/state/map-window.ts';
import classes from '../../kit/ui/panes.module.css';

/** Says above the lists that the map has a window of its own, and brings it back. */
export function MapElsewhere() {
  const { t } = useTranslation();
  return (
    <Group gap="sm" px={12} py={4} className={classes.mapElsewhere}>
      <Text size="xs" role="status">
        {t('map.window.elsewhere')}
      </Text>
      <Anchor component="button" type="button" size="xs" onClick={closeMapWindow}>
        {t('map.window.close')}
      </Anchor>
    </Group>
  );
}
