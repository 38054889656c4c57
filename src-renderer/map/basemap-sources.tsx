import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MapSource } from '../../src-preload/contract/maps.ts';
import classes from './map-pane.module.css';

const lines = ['sourceOfShapes', 'sourceOfTowns', 'bordersNote'] as const;

/**
 * Names the sources of the embedded map and of the user's own maps; a click shows their licences. With `hasFailed` it says that a
 * part of the embedded map cannot be read.
 */
export function BasemapSources({ hasFailed, maps }: { hasFailed: boolean; maps: readonly MapSource[] }) {
  const { t } = useTranslation();
  const shown = maps.filter(
    ({ visible, opacity, attribution }) => visible && opacity > 0 && attribution !== '',
  );
  const own = [...new Set(shown.map(({ attribution }) => attribution))];
  return (
    <>
      {hasFailed && (
        <Text className={`${classes.panel} ${classes.failed}`} size="xs" role="status">
          {t('map.basemapFailed')}
        </Text>
      )}
      <Popover position="top-end" width={340} shadow="md" trapFocus={false}>
        <Popover.Target>
          <UnstyledButton className={classes.sources} title={t('map.sources')}>
            {[...own, t('map.attribution')].join(' · ')}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('map.sources')}>
          <Stack gap={6}>
            {own.map((attribution) => (
              <Text key={attribution} size="xs">
                {attribution}
              </Text>
            ))}
            {lines.map((line) => (
              <Text key={line} size="xs">
                {t(`map.${line}`)}
              </Text>
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
