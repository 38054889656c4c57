import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { contractIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  type TimelinePlaces,
  type TimelineTerms,
  timelineKindSchema,
} from '../../../src-preload/contract/timeline.ts';
import { useApi } from '../../kit/client/api.tsx';
import { selectEntry, timelineStore } from '../../kit/state/timeline-store.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { type Moments, unpackMoments } from '../../map/moments.ts';
import { momentsStore } from '../../map/moments-store.ts';
import type { DaySpan } from './moment/days.ts';
import { spanOf, type Timeline } from './moment/use-timeline.ts';

const minutesPerDay = 1_440;

/**
 * Shows the brushed entries on the map while this is mounted. Returns `whole` if all entries of the domain are loaded,
 * and `drawn` if the map shows them.
 */
export function useMomentsOnMap(options: {
  timeline: Timeline;
  terms: TimelineTerms;
  domain: DaySpan;
  brushed: DaySpan;
}): { whole: boolean; drawn: boolean } {
  const { timeline, terms, domain, brushed } = options;
  const { client, query } = useApi();
  const [moments, setMoments] = useState<Moments | null>(null);
  const input = { ...terms, span: spanOf(domain) };
  const { data } = useQuery({
    queryKey: query.timeline.places.queryKey({ input }),
    queryFn: async ({ signal }) => {
      const all: { whole: boolean; pieces: TimelinePlaces[] } = { whole: true, pieces: [] };
      for await (const { whole, pieces } of await client.timeline.places(input, { signal })) {
        all.whole &&= whole;
        all.pieces.push(...pieces);
      }
      return all;
    },
    enabled: terms.kinds.length > 0,
  });
  const pieces = terms.kinds.length > 0 ? data?.pieces : nothing;
  useEffect(() => {
    if (!pieces) return;
    const ended = new AbortController();
    void unpackMoments(pieces, ended.signal).then((unpacked) => {
      if (!ended.signal.aborted) setMoments(unpacked);
    });
    return () => ended.abort();
  }, [pieces]);
  const { from, to } = brushed;
  useEffect(() => {
    const colours = timeline.all
      ? new Map(timeline.contracts.map(({ contractId, colour }) => [contractId, colour]))
      : null;
    const range = [from * minutesPerDay, to * minutesPerDay] as const;
    momentsStore.setState({ moments, drawnAs: { range, colours } });
  }, [moments, from, to, timeline]);
  useEffect(
    () => () => {
      momentsStore.setState({ moments: null, drawnAs: null });
      timelineStore.setState({ hit: null, playing: false });
    },
    [],
  );
  return { whole: data?.whole ?? true, drawn: moments !== null };
}

const nothing: never[] = [];

/** Selects the entry of a mark that was clicked on the map. */
export function useHitEntry(terms: TimelineTerms) {
  const { client } = useApi();
  const act = useAct();
  const hit = useStore(timelineStore, (state) => state.hit);
  useEffect(() => {
    if (hit === null) return;
    const [kind, contract] = hit.key.split(' ');
    const kinds = timelineKindSchema.options.filter((each) => each === kind);
    const contractIds = [contract ? contractIdSchema.parse(contract) : null];
    const span = { from: hit.minute, to: hit.minute + 1 };
    const at = (minute: number) => new Date(minute * 60_000).toISOString();
    act(async () => {
      const { rows } = await client.timeline.list({
        ...terms,
        kinds,
        contractIds,
        span: { from: at(span.from), to: at(span.to) },
        offset: 0,
        limit: 500,
      });
      const entry = rows.find(({ key }) => key === hit.key);
      if (!entry || timelineStore.getState().hit !== hit) return;
      selectEntry(entry);
      timelineStore.setState({ hit: null });
    });
  }, [client, act, hit, terms]);
}
