import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DescribedMark, DescriptionOf, MarkDescription } from './described-mark.ts';
import { hitsBySubject, type SubjectHits } from './hits-by-subject.ts';
import type { Cluster } from './map-hit.ts';
import classes from './map-pane.module.css';
import { tipStore } from './tip-store.ts';

/** More names than a glance takes in; the others are counted. */
const maxNames = 5;
/** From the pointer to the tip, so that the tip does not cover what it describes. */
const apartPx = 14;

/** Says how many marks a cluster has, by their status. */
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

/** What the tip says of one subject: an object in full, the names of several, or the number of many. */
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

/** Says beside the pointer what the mark is that it has paused over. */
export function MapTip({ descriptionOf }: { descriptionOf: DescriptionOf }) {
  const tip = useStore(tipStore, (state) => state.tip);
  if (tip === null) return null;
  const { at, size } = tip;
  // On the side of the pointer that has more room.
  const [leftward, upward] = [at.x > size.width / 2, at.y > size.height / 2];
  return (
    <div
      className={classes.tip}
      role="tooltip"
      data-testid="map-tip"
      style={{
        ...(leftward ? { right: size.width - at.x + apartPx } : { left: at.x + apartPx }),
        ...(upward ? { bottom: size.height - at.y + apartPx } : { top: at.y + apartPx }),
      }}
    >
      {hitsBySubject(tip.hits).map((hits) => (
        <SubjectTip key={hits.subject} hits={hits} description={descriptionOf(hits.subject)} />
      ))}
    </div>
  );
}
