import type { SceneDetails } from '../../../../src-preload/contract/library.ts';
import type { RuleDraft } from '../../../../src-preload/contract/rules.ts';
import { unwrappedRings } from '../../../core/footprint.ts';
import { meetsArea } from '../../../core/meets-area.ts';

/** True if a rule may fetch files of the scene. What is not known of a scene is within no limit. */
export function isWithinLimits(
  { cloudCover, footprint }: Pick<SceneDetails, 'cloudCover' | 'footprint'>,
  { mostClouds, area }: Pick<RuleDraft, 'mostClouds' | 'area'>,
): boolean {
  if (mostClouds !== null && (cloudCover === null || cloudCover > mostClouds)) return false;
  return area === null || (footprint !== null && meetsArea(unwrappedRings(footprint), area.flat()));
}
