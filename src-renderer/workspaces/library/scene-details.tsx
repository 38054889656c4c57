import { ActionIcon, Button, Code, Collapse, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCrosshair, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { ErrorNote } from '../../shell/error-note.tsx';
import classes from '../../shell/shell.module.css';
import { TimeText } from '../../shell/time-text.tsx';
import { mapStore, zoomToBox } from '../../state/map-store.ts';
import { SceneFiles } from './scene-files.tsx';

export function SceneDetailsPane({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const [raw, setRaw] = useState(false);
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const result = useQuery(query.library.get.queryOptions({ input: { librarySceneId } }));
  if (result.isError) return <ErrorNote error={result.error} />;
  const scene = result.data;
  if (!scene) return null;
  const { bbox } = scene;
  const metadata = scene.raw.metadata !== null && typeof scene.raw.metadata === 'object' ? Object.entries(scene.raw.metadata) : [];
  const facts: [string, React.ReactNode][] = [
    [t('library.field.time'), <TimeText key="time" at={scene.timestamp} fz="inherit" />],
    [t('library.field.satellite'), scene.satelliteName ?? '—'],
    [t('library.field.level'), scene.productName ?? '—'],
    [t('library.field.place'), scene.longitude === null || scene.latitude === null ? '—' : formatCoordinate([scene.longitude, scene.latitude], format)],
    [t('library.field.task'), scene.taskName ?? '—'],
    [t('library.field.project'), scene.project ?? '—'],
    ...metadata.map(([name, value]): [string, React.ReactNode] => [name.replaceAll('_', ' '), typeof value === 'object' ? JSON.stringify(value) : String(value)]),
    [t('library.field.modified'), <TimeText key="modified" at={scene.lastModified} fz="inherit" />],
  ];
  return (
    <Stack gap="sm" p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <h2 className={classes.paneTitle} style={{ overflowWrap: 'anywhere' }}>
          {scene.sceneId}
        </h2>
        <Group gap={4} wrap="nowrap">
          {bbox && (
            <Tooltip label={t('map.zoomTo')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('map.zoomTo')} onClick={() => zoomToBox(bbox)}>
                <IconCrosshair size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={t('common.close')} onClick={() => mapStore.setState({ selectedSceneId: null })}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
      </Group>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text fw={600} size="sm">
        {t('library.files')}
      </Text>
      <SceneFiles scene={scene} />
      <Group>
        <Button variant="subtle" color="gray" onClick={() => setRaw(!raw)} aria-expanded={raw}>
          {t('common.raw')}
        </Button>
      </Group>
      <Collapse expanded={raw}>
        <Code block fz={11}>
          {JSON.stringify(scene.raw, null, 2)}
        </Code>
      </Collapse>
    </Stack>
  );
}
