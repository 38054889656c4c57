import type { CSSProperties, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SceneRow } from '../../../../src-preload/contract/library.ts';
import { formatAcquired, formatNumber } from '../../../kit/i18n/format.ts';
import { ReviewMark } from '../../reviews/review-mark.tsx';
import { AwayMark } from '../away-mark.tsx';
import classes from './scene-grid.module.css';
import { ScenePicture } from './scene-picture.tsx';

function CellText({ scene }: { scene: SceneRow }) {
  const { t, i18n } = useTranslation();
  const clouds =
    scene.cloudCover === null
      ? null
      : t('find.cloudShare', { share: formatNumber(i18n.language, scene.cloudCover, 0) });
  return (
    <>
      <span className={classes.head}>
        <span className={classes.name}>{scene.taskName ?? scene.sceneId}</span>
        {scene.awayFolder && <AwayMark folder={scene.awayFolder} t={t} />}
        {scene.review && <ReviewMark review={scene.review} t={t} />}
      </span>
      <span className={classes.quiet}>{formatAcquired(i18n.language, scene) ?? '—'}</span>
      <span className={classes.quiet}>
        {[scene.satelliteName, scene.productName, clouds].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

interface SceneCellProps {
  id: string;
  index: number;
  /** The number of scenes in the grid. */
  total: number;
  /** Undefined while its page is loading. */
  scene: SceneRow | undefined;
  /** The position of the cell in the grid. */
  style: CSSProperties;
  isChosen: boolean;
  /** True for the scene whose details are open. */
  isCurrent: boolean;
  isHovered: boolean;
  /** False while the grid is being scrolled. */
  showsPicture: boolean;
  onClick: (event: MouseEvent) => void;
  onOpen: () => void;
  onHover: () => void;
}

/** A scene in the grid, with its picture and name. The grid has the focus and handles the keys. */
export function SceneCell({ scene, showsPicture, ...cell }: SceneCellProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox moves the selection by keys
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus
    <div
      id={cell.id}
      role="option"
      aria-selected={cell.isChosen}
      data-current={cell.isCurrent || undefined}
      data-hovered={cell.isHovered || undefined}
      aria-setsize={cell.total}
      aria-posinset={cell.index + 1}
      className={classes.cell}
      style={cell.style}
      onClick={cell.onClick}
      onDoubleClick={cell.onOpen}
      onMouseEnter={cell.onHover}
    >
      <div className={classes.inner}>
        <span className={classes.frame}>
          {scene?.hasThumbnail && showsPicture && (
            <ScenePicture key={scene.librarySceneId} librarySceneId={scene.librarySceneId} />
          )}
          {scene && !scene.hasThumbnail && t('find.noPicture')}
        </span>
        {scene && <CellText scene={scene} />}
      </div>
    </div>
  );
}
