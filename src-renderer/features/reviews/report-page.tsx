import { memo, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { Remark, SceneReview } from '../../../src-preload/contract/reviews.ts';
import { useSettings } from '../../kit/client/api.tsx';
import { fileAddress } from '../../kit/client/launch-page.ts';
import { formatCoordinate } from '../../kit/i18n/coordinates.ts';
import { formatAcquired, formatBytes, formatNumber, formatUtc } from '../../kit/i18n/format.ts';
import sheet from '../places/field-sheet/field-sheet.module.css';
import { RemarkedPicture } from './remarked-picture.tsx';
import classes from './report-page.module.css';
import { countFiles, countStates, type ReportedScene } from './report-rows.ts';
import { fieldWord, stateWord } from './review-words.ts';
import { SceneSketch } from './scene-sketch.tsx';
import { remarkText, verdictText } from './value-text.ts';

interface PictureProps {
  librarySceneId: LibrarySceneId;
  /** Called once the picture has loaded or failed to. */
  onEnd: () => void;
  /** Shown if there is no picture. */
  otherwise: ReactNode;
}

/** The preview of a scene. It does not load lazily, because a page prints what is scrolled out of sight, too. */
function Picture({ librarySceneId, onEnd, otherwise }: PictureProps) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return otherwise;
  return (
    <img
      className={classes.picture}
      src={fileAddress(`/files/thumbnail/${librarySceneId}`)}
      alt=""
      onLoad={onEnd}
      onError={() => {
        setFailed(true);
        onEnd();
      }}
    />
  );
}

/** A drawn remark with its number in the report of its scene. */
interface DrawnRemark {
  number: number;
  remark: Remark;
}

/** Returns the drawn remarks per review, numbered through the scene. */
function drawnOf(reviews: readonly SceneReview[]): DrawnRemark[][] {
  let number = 0;
  return reviews.map(({ remarks }) =>
    remarks.flatMap(({ values }) =>
      values.flatMap(({ value }) => {
        if (value === null) return [];
        number += 1;
        return [{ number, remark: value }];
      }),
    ),
  );
}

/** True for a scene whose remarks are drawn on the picture of its raster, if that can be painted. */
const isRemarked = ({ files, reviews }: ReportedScene): boolean =>
  files.some(({ kind }) => kind === 'raster') && drawnOf(reviews.reviews).flat().length > 0;

function placeOf({ geometry }: Remark) {
  if (geometry.type === 'Point') return geometry.coordinates;
  return geometry.type === 'LineString' ? geometry.coordinates[0] : geometry.coordinates[0][0];
}

function ReviewOnPage({ review, drawn }: { review: SceneReview; drawn: readonly DrawnRemark[] }) {
  const { t, i18n } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { name, verdict, decision, rating, tags, notes } = review;
  const facts = [
    ...verdict.map(({ value, at }) =>
      value === null ? '' : `${verdictText(t, value)}, ${formatUtc(i18n.language, at)}`,
    ),
    ...decision.map(({ value, at }) =>
      value === null
        ? ''
        : `${fieldWord(t, 'decision')}: ${stateWord(t, value)}, ${formatUtc(i18n.language, at)}`,
    ),
    ...rating.map(({ value }) => (value === null ? '' : t('reviews.ratingOf', { value }))),
    ...tags.map(({ value }) => value.join(', ')),
  ].filter((text) => text !== '');
  return (
    <div className={classes.review}>
      <p>
        <strong>{name}</strong>
        {facts.length > 0 && `: ${facts.join(' · ')}`}
      </p>
      {notes.map(({ value, at }) =>
        value === '' ? null : (
          <p key={`${at} ${value}`} className={sheet.notes}>
            {value}
          </p>
        ),
      )}
      {drawn.length > 0 && (
        <ol>
          {drawn.map(({ number, remark }) => {
            const at = placeOf(remark);
            return (
              <li key={number} value={number}>
                {`${remarkText(t, remark)}${at === undefined ? '' : ` (${formatCoordinate([at[0], at[1]], format)})`}`}
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

/** Where the files of a scene are and their checksums, so that a reader can tell which pixels were judged. */
function Files({ files }: Pick<ReportedScene, 'files'>) {
  const { t, i18n } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map(({ path, sizeBytes, sha256, badReason }) => (
        <li key={path}>
          {path}
          {sizeBytes !== null && ` · ${formatBytes(i18n.language, sizeBytes)}`}
          {sha256 !== null && (
            <>
              <br />
              {`SHA-256 ${sha256}`}
            </>
          )}
          {badReason !== undefined && (
            <>
              <br />
              <strong>{t(`library.badFile.${badReason}`)}</strong>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function SceneOnPage({ reported, onEnd }: { reported: ReportedScene; onEnd: () => void }) {
  const { t, i18n } = useTranslation();
  const { scene, reviews } = reported;
  const { state } = reviews.summary;
  const drawn = drawnOf(reviews.reviews);
  const remarks = drawn.flat();
  const facts = [
    formatAcquired(i18n.language, scene),
    scene.satelliteName,
    scene.productName,
    scene.project,
    scene.cloudCover === null ? null : t('compare.clouds', { percent: scene.cloudCover }),
  ].filter((text) => text !== null && text !== '');
  const numbered = remarks.map(({ number, remark }) => ({ number, geometry: remark.geometry }));
  const sketch = <SceneSketch footprint={reported.footprint} remarks={numbered} />;
  // A preview has no known georeference, so without a raster on the disk the remarks are drawn on the outline beside it.
  const plain = (
    <>
      {scene.hasThumbnail ? (
        <Picture
          librarySceneId={scene.librarySceneId}
          onEnd={onEnd}
          otherwise={remarks.length === 0 && sketch}
        />
      ) : (
        sketch
      )}
      {scene.hasThumbnail && remarks.length > 0 && sketch}
    </>
  );
  return (
    <li className={classes.scene} data-testid="reported-scene">
      <div>
        {isRemarked(reported) ? (
          <RemarkedPicture
            librarySceneId={scene.librarySceneId}
            remarks={numbered}
            onLoad={onEnd}
            onNone={scene.hasThumbnail ? undefined : onEnd}
            otherwise={plain}
          />
        ) : (
          plain
        )}
      </div>
      <div>
        <h2 className={sheet.name}>{scene.taskName ?? scene.sceneId}</h2>
        <p className={classes.about}>{[scene.sceneId, ...facts].join(' · ')}</p>
        <p className={classes.state}>{state === null ? t('reviews.noVerdict') : stateWord(t, state)}</p>
        <Files files={reported.files} />
        {reviews.reviews.map((review, i) => (
          <ReviewOnPage key={review.reviewerId} review={review} drawn={drawn[i] ?? []} />
        ))}
      </div>
    </li>
  );
}

interface ReportPageProps {
  title: string;
  date: string;
  scenes: readonly ReportedScene[];
  paper: 'a4' | 'letter';
  /** Called with true once all pictures have loaded. */
  onReady: (areReady: boolean) => void;
}

/** The printed report of reviews: each scene with its picture, statements and remarks. */
export const ReportPage = memo(function ReportPage({ title, date, scenes, paper, onReady }: ReportPageProps) {
  const { t, i18n } = useTranslation();
  const pictures = scenes.filter((each) => each.scene.hasThumbnail || isRemarked(each)).length;
  const { files, bytes } = countFiles(scenes);
  const [ended, setEnded] = useState<ReadonlySet<LibrarySceneId>>(() => new Set());
  const areReady = ended.size >= pictures;
  useEffect(() => onReady(areReady), [areReady, onReady]);
  return (
    <article
      className={sheet.sheet}
      data-paper={paper}
      aria-label={title}
      data-testid="review-report"
      data-ready={areReady}
    >
      {/* The paper size is set with `@page`, which no class can select. */}
      <style>
        {`@page { size: ${paper === 'a4' ? 'A4' : 'letter'}; margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; } }`}
      </style>
      <header className={sheet.head}>
        <h1>{title}</h1>
        <div className={classes.totals}>
          <p>{[t('map.things.scene', { count: scenes.length }), date].join(' · ')}</p>
          <p data-testid="report-totals">
            {countStates(scenes)
              .map(({ state, count }) => {
                const word = state === null ? t('reviews.noVerdict') : stateWord(t, state);
                return `${word}: ${formatNumber(i18n.language, count)}`;
              })
              .join(' · ')}
          </p>
          {files > 0 && (
            <p data-testid="report-files">
              {`${t('downloads.doneFiles', { count: files })} · ${formatBytes(i18n.language, bytes)}`}
            </p>
          )}
        </div>
      </header>
      <ol className={sheet.places}>
        {scenes.map((reported) => (
          <SceneOnPage
            key={reported.scene.librarySceneId}
            reported={reported}
            onEnd={() =>
              setEnded((before) => {
                const { librarySceneId } = reported.scene;
                return before.has(librarySceneId) ? before : new Set([...before, librarySceneId]);
              })
            }
          />
        ))}
      </ol>
    </article>
  );
});
