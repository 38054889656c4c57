import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './map-pane.module.css';

const lines = ['sourceOfShapes', 'sourceOfTowns', 'bordersNote'] as const;

/** Names the sources of the embedded map on the map; a click shows their licences. `hasFailed` adds what cannot be read. */
export function BasemapSources({ hasFailed }: { hasFailed: boolean }) {
  const { t } = useTranslation();
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
            {t('map.attribution')}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('map.sources')}>
          <Stack gap={6}>
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
