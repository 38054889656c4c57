import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SceneFootprints } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../kit/client/api.tsx';
import type { SubjectMarks } from '../../kit/state/subject-marks.ts';
import type { MapSubject } from '../../map/map-subject.ts';

/** Returns the footprints of scenes as map marks; scenes that are not on the disk are fainter. */
export const sceneMarks = (places: SceneFootprints): SubjectMarks => ({ shape: 'scenes', places });

/** Returns the scenes on the disk. */
function useScenesOnDisk(): SubjectMarks | null {
  const { query } = useApi();
  const footprints = useQuery(
    query.library.footprints.queryOptions({ input: { filter: { onDiskOnly: true } } }),
  ).data;
  return useMemo(() => (footprints ? sceneMarks(footprints) : null), [footprints]);
}

/** Declares scenes on the map. The list moves the map to a scene that is selected there. */
export const scenesOnMap: MapSubject = {
  subject: 'scene',
  height: 2,
  draws: ['outlines'],
  hiddenBy: ['moment'],
  useUnlisted: useScenesOnDisk,
  listedIn: 'library',
  revealsSelected: false,
  isHitInside: true,
  opens: { workspace: 'library', unlessIn: 'downloads' },
};
