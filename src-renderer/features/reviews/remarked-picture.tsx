import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { RasterInfo, SceneDetails, SceneFile } from '../../../src-preload/contract/library.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { useApi } from '../../kit/client/api.tsx';
import { fileAddress } from '../../kit/client/launch-page.ts';
import { formatOffset, isNudged } from '../../viewer/compare/offset-text.ts';
import { useOffsets } from '../../viewer/compare/offsets.ts';
import { createPixelPlacer, type PixelsInDegrees } from '../../viewer/raster/place-pixels.ts';
import classes from './report-page.module.css';
import { DrawnRemarks, type NumberedRemark, placesOf, sidePx } from './scene-sketch.tsx';

/** Returns the raster that is pictured: the first one with colours, else the first one. */
function chooseRaster({ files }: Pick<SceneDetails, 'files'>): SceneFile | undefined {
  const rasters = files.filter(({ kind, state }) => kind === 'raster' && state === 'on-disk');
  return rasters.find(({ bands }) => bands.length >= 3) ?? rasters[0];
}

/** Returns how places in degrees become pixels of a raster; null if it cannot be placed. */
function findPixels({ placement }: Pick<RasterInfo, 'placement'>): PixelsInDegrees | null {
  try {
    return createPixelPlacer(placement).inDegrees;
  } catch {
    return null;
  }
}

/** Returns the position of a place in a picture that fills the square as far as it can; NaN for a place outside of its pixels. */
function createPosition({ widthPx, heightPx }: RasterInfo, { toPixel, box }: PixelsInDegrees) {
  const scale = sidePx / Math.max(widthPx, heightPx);
  const [left, top] = [(sidePx - widthPx * scale) / 2, (sidePx - heightPx * scale) / 2];
  return ([longitude, latitude]: LonLat) => {
    // The box may lie a turn away, for a raster at the antimeridian.
    const turns = Math.ceil((box[0] - longitude) / 360);
    const [column, row] = toPixel(longitude + 360 * turns, latitude);
    return { x: left + column * scale, y: top + row * scale };
  };
}

interface RemarkedPictureProps {
  librarySceneId: LibrarySceneId;
  remarks: readonly NumberedRemark[];
  onLoad: () => void;
  /** Called if there is no picture. */
  onNone: (() => void) | undefined;
  /** Shown if no raster of the scene can be painted and placed. */
  otherwise: ReactNode;
}

/** The picture of a raster of a scene, as its file lies, with its numbered remarks where they were drawn. */
export function RemarkedPicture({
  librarySceneId,
  remarks,
  onLoad,
  onNone,
  otherwise,
}: RemarkedPictureProps) {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const [hasFailed, setFailed] = useState(false);
  const scene = useQuery(query.library.get.queryOptions({ input: { librarySceneId }, retry: false }));
  const raster = scene.data === undefined ? undefined : chooseRaster(scene.data);
  const fileId = raster?.fileId;
  const info = useQuery(
    query.library.rasterInfo.queryOptions({
      input: fileId === undefined ? skipToken : { fileId },
      retry: false,
    }),
  );
  const offset = useOffsets([info.data ?? null])(info.data ?? null);
  const pixels = info.data === undefined ? null : findPixels(info.data);
  const isNone =
    hasFailed ||
    scene.isError ||
    info.isError ||
    (scene.data !== undefined && raster === undefined) ||
    (info.data !== undefined && pixels === null);
  useEffect(() => {
    if (isNone) onNone?.();
  }, [isNone, onNone]);
  if (isNone) return otherwise;
  if (info.data === undefined || pixels === null || fileId === undefined)
    return <div className={classes.noPicture}>{t('common.loading')}</div>;
  const at = createPosition(info.data, pixels);
  const { widthPx, heightPx } = info.data;
  const scale = sidePx / Math.max(widthPx, heightPx);
  const [width, height] = [widthPx * scale, heightPx * scale];
  const within = remarks.filter(({ geometry }) =>
    placesOf(geometry).every((place) => Object.values(at(place)).every(Number.isFinite)),
  );
  return (
    <>
      <svg
        className={classes.picture}
        viewBox={`0 0 ${sidePx} ${sidePx}`}
        role="img"
        aria-label={t('reviews.report.remarked')}
      >
        <image
          href={fileAddress(`/files/painted/${fileId}`)}
          x={(sidePx - width) / 2}
          y={(sidePx - height) / 2}
          width={width}
          height={height}
          preserveAspectRatio="none"
          onLoad={onLoad}
          onError={() => setFailed(true)}
        />
        <DrawnRemarks remarks={within} at={at} />
      </svg>
      {isNudged(offset) && (
        <p className={classes.about} role="note">
          {`${t('reviews.report.nudged')} ${formatOffset(t, i18n.language, offset)}`}
        </p>
      )}
    </>
  );
}
