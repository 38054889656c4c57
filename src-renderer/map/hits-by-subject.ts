import type { Subject } from '../kit/state/selection.ts';
import { type MarkToDescribe, maxDescribed } from './described-mark.ts';
import { type Cluster, type MapHit, subjectOfHit } from './map-hit.ts';

/** The objects of one subject at a place of the map. */
export interface SubjectHits {
  subject: Subject;
  /** The objects that are listed by name, at most `maxDescribed`. */
  marks: readonly MarkToDescribe[];
  /** The clusters that zooming can separate. They are counted but not listed. */
  clusters: readonly Cluster[];
  /** The number of all objects, including those in clusters. */
  count: number;
}

/** A mark that is drawn over its cluster is counted with the cluster. */
const isCounted = (hit: MapHit) => !('isInCluster' in hit && hit.isInCluster);

function marksOfHit(hit: MapHit): readonly MarkToDescribe[] {
  if ('moment' in hit) return [hit.moment];
  if ('key' in hit) return [{ key: hit.key }];
  return hit.cluster.splits ? [] : hit.cluster.keys(maxDescribed).map((key) => ({ key }));
}

/** Returns the hits grouped by subject, in the sequence of the map. */
export function hitsBySubject(hits: readonly MapHit[]): SubjectHits[] {
  const subjects = [...new Set(hits.map(subjectOfHit))];
  return subjects.map((subject) => {
    const own = hits.filter((hit) => subjectOfHit(hit) === subject);
    const clusters = own.flatMap((hit) => ('cluster' in hit ? [hit.cluster] : []));
    const single = own.filter((hit) => !('cluster' in hit) && isCounted(hit)).length;
    const marks = new Map(own.flatMap(marksOfHit).map((mark) => [mark.key, mark]));
    return {
      subject,
      marks: [...marks.values()].slice(0, maxDescribed),
      clusters: clusters.filter(({ splits }) => splits),
      count: clusters.reduce((sum, { size }) => sum + size, single),
    };
  });
}
