import { Button, Group, Progress, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { OverviewBuild } from '../../src-preload/contract/overview-builds.ts';
import { useApi } from '../kit/client/api.tsx';
import { useAct } from '../kit/ui/use-act.ts';
import { unlessDoubleClick } from '../kit/ui/use-one-press.ts';

interface OverviewsNoteProps {
  /** The file on the map. */
  fileId: LibraryFileId | null;
  /** True if it is already drawn, from its own pixels. */
  isDrawn: boolean;
}

/**
 * Shows the progress of building the overviews or the display copy of the raster on the map, with a button that cancels it; or
 * why they were not built, with a button that builds them.
 */
export function OverviewsNote({ fileId, isDrawn }: OverviewsNoteProps) {
  const { client, query } = useApi();
  const act = useAct();
  const { t, i18n } = useTranslation();
  const { data: build } = useQuery(
    query.library.overviewBuild.queryOptions({ input: fileId === null ? skipToken : { fileId } }),
  );
  if (fileId === null || build === undefined || build.kind === 'none') return null;
  if (build.kind === 'running') {
    const share = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(build.share);
    return (
      <Group gap={8} mt={4} wrap="nowrap" align="flex-end" data-testid="overviews-note">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text size="xs">
            {isDrawn ? t('map.overviews.running', { share }) : t('map.overviews.copying', { share })}
          </Text>
          <Progress
            value={100 * build.share}
            size="xs"
            mt={4}
            aria-label={t('map.overviews.progress')}
            transitionDuration={0}
          />
        </div>
        <Button
          size="compact-xs"
          variant="default"
          onClick={unlessDoubleClick(() => void act(() => client.library.cancelOverviews({ fileId })))}
        >
          {t('common.cancel')}
        </Button>
      </Group>
    );
  }
  const text = (halted: Exclude<OverviewBuild, { kind: 'none' | 'running' }>) => {
    if (halted.kind === 'failed') return t(`map.overviews.failed.${halted.reason}`, { path: halted.path });
    return isDrawn ? t('map.overviews.cancelled') : t('map.overviews.notCopied');
  };
  const begin = isDrawn ? t('map.overviews.build') : t('map.overviews.copy');
  return (
    <Group gap={8} mt={4} wrap="nowrap" align="flex-end" data-testid="overviews-note">
      <Text
        size="xs"
        role={build.kind === 'failed' ? 'alert' : 'status'}
        style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
      >
        {text(build)}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void act(() => client.library.buildOverviews({ fileId }))}
      >
        {build.kind === 'failed' ? t('common.tryAgain') : begin}
      </Button>
    </Group>
  );
}
