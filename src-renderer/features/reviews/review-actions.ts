import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import {
  type RemarkId,
  type ReviewQueueId,
  remarkIdSchema,
  type Statement,
} from '../../../src-preload/contract/reviews.ts';
import type { MainClient } from '../../kit/client/connect.ts';
import type { CoordinateFormat } from '../../kit/i18n/coordinates.ts';
import { placeText } from '../../kit/i18n/read-place.ts';
import { mapStore, zoomToBox } from '../../kit/state/map-store.ts';
import { type RemarkShape, reviewStore } from '../../kit/state/review-store.ts';
import { select, selectedOf } from '../../kit/state/selection.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { rasterOf, showRaster } from '../library/show-raster.ts';
import { draftOfTask, followingWindow } from '../plan/draft/copy-task.ts';
import { type Draft, draftSchema, emptyDraft } from '../plan/draft/draft.ts';
import { beginCopy } from '../plan/draft/draft-store.ts';
import { cancelMove, isMoving, startMove } from './deferred-keys.ts';
import { drawRemark } from './draw-remark.ts';
import { holdTyping, releaseTyping } from './typed-ahead.ts';

/** Records a statement of this reviewer. */
export const recordReview = (client: MainClient, librarySceneId: LibrarySceneId, statement: Statement) =>
  client.reviews.state({ librarySceneId, statement });

/**
 * Shows a scene of the open queue: its details, its raster if there is one, and its place on the map. Records that this reviewer has seen
 * it.
 */
async function showReviewed(client: MainClient, librarySceneId: LibrarySceneId) {
  showWorkspace('library');
  releaseTyping();
  // Before the selection, so that it never closes a list that a deferred key has opened for this scene.
  reviewStore.setState({ isRejecting: false, typedReason: '', drawn: null });
  select('scene', librarySceneId);
  const [scene] = await Promise.all([
    client.library.get({ librarySceneId }),
    client.reviews.open({ librarySceneId }),
  ]);
  // The reviewer has moved on: showing this raster would select its scene again and drop the keys for the next one.
  if (selectedOf('scene') !== librarySceneId) return;
  const file = rasterOf(scene);
  // While the user views rasters, the map shows the next one in the same style.
  if (file !== null && mapStore.getState().followed === null) showRaster(scene, file);
  else if (scene.bbox !== null) zoomToBox(scene.bbox);
}

/**
 * Opens a scene of a queue by its index, or the next one without a verdict. Keys that are pressed before it is on the screen are for that
 * scene.
 */
export async function openQueueAt(client: MainClient, queueId: ReviewQueueId, position: number | 'left') {
  const move = startMove();
  try {
    const found = await client.reviews.openAt({ queueId, position });
    if (!isMoving(move)) return;
    if (found === null) return cancelMove();
    reviewStore.setState({ queueId, goingTo: found.librarySceneId });
    await showReviewed(client, found.librarySceneId);
  } catch (error) {
    if (isMoving(move)) cancelMove();
    throw error;
  }
}

/**
 * Returns the index beside the displayed scene. From a scene outside of the queue both directions lead to the queue's position; null at its
 * ends.
 */
async function positionBeside(
  client: MainClient,
  queueId: ReviewQueueId,
  by: 1 | -1,
): Promise<number | null> {
  const queues = await client.reviews.queues();
  const { position, total, librarySceneId } = queues.find((each) => each.queueId === queueId) ?? {
    position: 0,
    total: 0,
    librarySceneId: null,
  };
  const shown = selectedOf('scene');
  const from =
    shown === null || shown === librarySceneId
      ? position
      : (await client.reviews.queuePosition({ queueId, librarySceneId: shown })).position;
  const next = from === null ? position : from + by;
  return next < 0 || next >= total ? null : next;
}

/** Opens the scene beside the displayed one, or the next one without a verdict; does nothing at the ends of the queue. */
export async function moveInQueue(
  client: MainClient,
  queueId: ReviewQueueId,
  to: 'next' | 'previous' | 'left',
) {
  if (to === 'left') return openQueueAt(client, queueId, 'left');
  const move = startMove();
  const next = await positionBeside(client, queueId, to === 'next' ? 1 : -1).catch((error: unknown) => {
    if (isMoving(move)) cancelMove();
    throw error;
  });
  if (!isMoving(move)) return;
  if (next === null) return cancelMove();
  await openQueueAt(client, queueId, next);
}

/** Creates a queue of scenes in this order and opens its first one. Keys that are pressed from now on are for that scene. */
export async function startQueue(
  client: MainClient,
  name: string,
  readIds: () => Promise<readonly string[]>,
) {
  const move = startMove();
  const create = async () => client.reviews.createQueue({ name, ids: (await readIds()).join(idSeparator) });
  const { queueId } = await create().catch((error: unknown) => {
    if (isMoving(move)) cancelMove();
    throw error;
  });
  if (isMoving(move)) await openQueueAt(client, queueId, 0);
}

/**
 * Lets the user draw a remark and records it without text; its text field gets the focus. Returns false if the shape has too few vertices.
 */
export async function addRemark(
  client: MainClient,
  librarySceneId: LibrarySceneId,
  shape: RemarkShape,
): Promise<boolean> {
  const geometry = await drawRemark(shape);
  if (geometry === null) return true;
  if (geometry === 'too-few') return false;
  const remarkId: RemarkId = remarkIdSchema.parse(crypto.randomUUID());
  // The text of the remark may be typed before its field is on the screen.
  const ahead = holdTyping();
  const record = (text: string) =>
    recordReview(client, librarySceneId, { field: 'remark', remarkId, value: { geometry, text } });
  try {
    await record('');
    // Somebody who has ended the text has gone on, perhaps to another scene, where its field will not appear.
    if (ahead.isLeft && ahead.text !== '') await record(ahead.text);
  } catch (error) {
    releaseTyping();
    throw error;
  }
  if (ahead.isLeft) releaseTyping();
  else reviewStore.setState({ drawn: remarkId });
  return true;
}

/** Returns the form of a new task for a scene: a copy of its own task, or its place, project and name if the task is unknown. */
async function draftOfScene(
  client: MainClient,
  librarySceneId: LibrarySceneId,
  format: CoordinateFormat,
): Promise<Draft> {
  const now = Date.now();
  const scene = await client.library.get({ librarySceneId });
  const { taskId, connectionId, contractId, longitude, latitude, taskName, project, sceneId } = scene;
  const task =
    taskId === null
      ? null
      : await client.tasking.get({ scope: { connectionId, contractId }, taskId }).catch(() => null);
  const copy = task === null ? null : draftOfTask(task, format, now, followingWindow);
  if (copy !== null) return copy;
  const place = longitude === null || latitude === null ? '' : placeText([longitude, latitude], format);
  return {
    ...emptyDraft(now),
    name: taskName ?? sceneId,
    project: project ?? '',
    place,
    placeConfirmed: place,
  };
}

/** Records that the scene needs a new task, and opens the completed form. Nothing is sent. */
export async function requestTask(
  client: MainClient,
  librarySceneId: LibrarySceneId,
  { format, stored }: { format: CoordinateFormat; stored: unknown },
) {
  await recordReview(client, librarySceneId, {
    field: 'verdict',
    value: { verdict: 'needs-task', reason: '' },
  });
  const draft = await draftOfScene(client, librarySceneId, format);
  beginCopy(draft, draftSchema.safeParse(stored).data ?? null);
  uiStore.setState({ planMode: 'task' });
  showWorkspace('plan');
}
