import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { pixelsStore } from '../../kit/state/pixels-store.ts';
import { besidePointer } from '../../map/beside-pointer.ts';
import type { DescribedMark, DescriptionOf, MarkDescription } from '../../map/described-mark.ts';
import { hitsBySubject, type SubjectHits } from '../../map/hits-by-subject.ts';
import type { Cluster } from '../../map/map-hit.ts';
import classes from '../../map/map-pane.module.css';
import { tipStore } from '../../map/tip-store.ts';

/** The maximum number of names in the tip; further objects are only counted. */
const maxNames = 5;

/** Shows the number of marks of a cluster by status. */
function ClusterLines({ cluster, kindText }: { cluster: Cluster } & Pick<MarkDescription, 'kindText'>) {
  const { t } = useTranslation();
  return (
    <>
      <div>
        {[...cluster.counts]
          .map(([kind, count]) => t('map.tip.ofStatus', { number: count, status: kindText(t, kind) }))
          .join(' · ')}
      </div>
      <div className={classes.tipQuiet}>{cluster.splits ? t('map.tip.zoomIn') : t('map.tip.list')}</div>
    </>
  );
}

function OneMark({ what, described }: { what: string; described: DescribedMark }) {
  const { name, status, time } = described;
  return (
    <>
      <div className={classes.tipName}>{name}</div>
      <div>{[what, status].filter(Boolean).join(' · ')}</div>
      {time !== null && <div className={classes.tipQuiet}>{time}</div>}
    </>
  );
}

/** The part of the tip about one subject: the details of one object, the names of several, or the number of many. */
function SubjectTip({ hits, description }: { hits: SubjectHits; description: MarkDescription }) {
  const { t } = useTranslation();
  const { subject, marks, clusters, count } = hits;
  const described = description.useDescribed(marks.slice(0, maxNames));
  const [only] = described ?? [];
  if (count === 1) return only ? <OneMark what={t(description.objectName)} described={only} /> : null;
  const things = t(`map.things.${subject}`, { count });
  const [cluster] = clusters;
  if (cluster && marks.length === 0) {
    return (
      <>
        <div className={classes.tipName}>{things}</div>
        <ClusterLines cluster={cluster} kindText={description.kindText} />
      </>
    );
  }
  const names = (described ?? []).map(({ name }) => name);
  const others = count - names.length;
  return (
    <div>
      {t('map.tip.several', {
        things,
        names: [...names, ...(others > 0 ? [t('common.more', { count: others })] : [])].join(', '),
      })}
    </div>
  );
}

/** Describes beside the pointer the marks over which it has paused. */
export function MapTip({ descriptionOf }: { descriptionOf: DescriptionOf }) {
  const tip = useStore(tipStore, (state) => state.tip);
  // The tip would cover the pixels whose values are read under the pointer.
  const isReading = useStore(
    pixelsStore,
    ({ isValueShown, isAtCentre, tool }) => tool !== null || (isValueShown && !isAtCentre),
  );
  if (tip === null || isReading) return null;
  const { at, size } = tip;
  return (
    <div className={classes.overMap}>
      <div className={classes.tip} role="tooltip" data-testid="map-tip" style={besidePointer(at, size)}>
        {hitsBySubject(tip.hits).map((hits) => (
          <SubjectTip key={hits.subject} hits={hits} description={descriptionOf(hits.subject)} />
        ))}
      </div>
    </div>
  );
}
