import type { Subject } from '../state/selection.ts';
import { type MarkToDescribe, maxDescribed } from './described-mark.ts';
import type { Cluster, MapHit } from './map-hit.ts';

/** What is at a place of the map of one subject. */
export interface SubjectHits {
  subject: Subject;
  /** The objects that are listed by name, at most `maxDescribed`. */
  marks: readonly MarkToDescribe[];
  /** The clusters that a zoom draws apart; they are not listed but counted. */
  clusters: readonly Cluster[];
  /** The number of all objects, those in clusters included. */
  count: number;
}

const subjectOf = (hit: MapHit): Subject => ('moment' in hit ? 'moment' : hit.subject);

/** A mark that is drawn over its cluster is one of it. */
const isCounted = (hit: MapHit) => !('isInCluster' in hit && hit.isInCluster);

function marksOfHit(hit: MapHit): readonly MarkToDescribe[] {
  if ('moment' in hit) return [hit.moment];
  if ('key' in hit) return [{ key: hit.key }];
  return hit.cluster.splits ? [] : hit.cluster.keys(maxDescribed).map((key) => ({ key }));
}

/** Groups what is at a place by subject, in the order of the map. */
export function hitsBySubject(hits: readonly MapHit[]): SubjectHits[] {
  const subjects = [...new Set(hits.map(subjectOf))];
  return subjects.map((subject) => {
    const own = hits.filter((hit) => subjectOf(hit) === subject);
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
