import { expect, it } from 'vitest';
import { librarySceneIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { reviewQueueIdSchema } from '../../../src-preload/contract/reviews.ts';
import { reviewStore } from '../state/review-store.ts';
import { select, selectedOf } from '../state/selection.ts';
import { closeDetails, closeDetailsByKey } from './close-details.ts';

const scene = librarySceneIdSchema.parse(1);

it('Escape closes the details of a scene, but not while a queue is reviewed, whose keys they have', () => {
  select('scene', scene);
  reviewStore.setState({ queueId: reviewQueueIdSchema.parse(1) });
  closeDetailsByKey('scene');
  expect(selectedOf('scene')).toBe(scene);
  // What is not reviewed, and the button of the details, are as before.
  select('task', taskIdSchema.parse(7));
  closeDetailsByKey('task');
  expect(selectedOf('task')).toBeNull();
  closeDetails('scene');
  expect(selectedOf('scene')).toBeNull();
  reviewStore.setState({ queueId: null });
  select('scene', scene);
  closeDetailsByKey('scene');
  expect(selectedOf('scene')).toBeNull();
});
