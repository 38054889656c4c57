import { memo } from 'react';
import type { SceneRow } from '../../../src-preload/contract/library.ts';
import { formatCoordinate } from '../../kit/i18n/coordinates.ts';
import { formatBytes } from '../../kit/i18n/format.ts';
import { FlagMark } from '../../kit/lists/flags.tsx';
import type { ListRowProps } from '../../kit/lists/list-declaration.ts';
import { AcquiredCell } from '../../kit/ui/acquired-text.tsx';
import classes from '../../kit/ui/panes.module.css';
import { Thumbnail } from '../../map/thumbnail.tsx';
import { ReviewMark } from '../reviews/review-mark.tsx';
import { AwayMark } from './away-mark.tsx';

/** A scene as a list row, with its preview. It uses plain elements, because each turn of the mouse wheel renders dozens of rows. */
export const SceneListRow = memo(function SceneListRow({
  row: scene,
  format,
  flags,
  t,
  language,
}: ListRowProps<SceneRow>) {
  const { longitude, latitude, filesOnDisk: count } = scene;
  const place =
    longitude === null || latitude === null ? null : formatCoordinate([longitude, latitude], format);
  const kept =
    count > 0
      ? t('library.onDisk', { count, size: formatBytes(language, scene.bytesOnDisk) })
      : t('library.notOnDisk');
  return (
    <div className={classes.rowStart}>
      {scene.hasThumbnail ? (
        <Thumbnail librarySceneId={scene.librarySceneId} />
      ) : (
        <span className={classes.thumbnail} aria-hidden />
      )}
      <div style={{ minWidth: 0 }}>
        <div className={classes.rowStart}>
          <span className={classes.rowName}>{scene.taskName ?? scene.sceneId}</span>
          <FlagMark flags={flags} />
          {scene.awayFolder && <AwayMark folder={scene.awayFolder} t={t} />}
          {scene.review && <ReviewMark review={scene.review} t={t} />}
        </div>
        <div className={classes.rowStart}>
          <AcquiredCell of={scene} language={language} />
          <span className={classes.rowQuiet}>
            {[scene.satelliteName, scene.productName].filter(Boolean).join(' · ')}
          </span>
        </div>
        <div className={classes.rowQuiet}>{[place, kept].filter(Boolean).join(' · ')}</div>
      </div>
    </div>
  );
});
