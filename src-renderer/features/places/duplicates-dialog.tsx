import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceId, PlaceListId } from '../../../src-preload/contract/ids.ts';
import type { PlaceRow } from '../../../src-preload/contract/place-values.ts';
import { readNumber } from '../../../src-preload/contract/read-number.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatNumber } from '../../kit/i18n/format.ts';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { usePlaceText } from '../../kit/lists/use-place-text.ts';
import { zoomToPoint } from '../../kit/state/map-store.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useFocusBack } from '../../kit/ui/use-focus-back.ts';

const maxMetres = 5_000;
const usualMetres = '25';
/** The maximum number of groups that are shown and merged at once. */
const groupsAtOnce = 50;
/** The places shown of a group; the others are merged too. */
const maxShown = 6;

interface DuplicateGroup {
  places: PlaceRow[];
  count: number;
  metres: number;
}

interface GroupCardProps {
  group: DuplicateGroup;
  keep: PlaceId | undefined;
  onKeep: (placeId: PlaceId) => void;
  onMerge: () => void;
}

/** A group of duplicates; the selected place is kept. */
function GroupCard({ group, keep, onKeep, onMerge }: GroupCardProps) {
  const { t, i18n } = useTranslation();
  const placeText = usePlaceText();
  const [first] = group.places;
  return (
    <Stack gap={4} py={6} style={{ borderBottom: '1px solid var(--nadir-line)' }}>
      <Group justify="space-between" wrap="nowrap" gap={6}>
        <Text size="xs" fw={600}>
          {t('places.duplicates.group', {
            count: group.count,
            metres: formatNumber(i18n.language, group.metres, group.metres < 10 ? 1 : 0),
          })}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() =>
              first?.longitude != null &&
              first.latitude != null &&
              zoomToPoint([first.longitude, first.latitude])
            }
          >
            {t('map.zoomTo')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={onMerge}>
            {t('places.duplicates.merge')}
          </Button>
        </Group>
      </Group>
      <Radio.Group
        value={keep ?? first?.placeId ?? null}
        onChange={(value) => {
          const found = group.places.find(({ placeId }) => placeId === value);
          if (found) onKeep(found.placeId);
        }}
        aria-label={t('places.duplicates.keep')}
      >
        <Stack gap={2}>
          {group.places.slice(0, maxShown).map((place) => (
            <Radio
              key={place.placeId}
              size="xs"
              value={place.placeId}
              label={`${place.name === '' ? t('places.unnamed') : place.name} · ${placeText(place)}`}
            />
          ))}
          {group.count > maxShown && (
            <Text size="xs" c="var(--nadir-quiet)">
              {t('common.more', { count: group.count - maxShown })}
            </Text>
          )}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}

interface DuplicatesDialogProps {
  listIds: readonly PlaceListId[];
  onClose: () => void;
}

/** Finds places that are near each other and have nearly the same name, and merges them. */
export function DuplicatesDialog({ listIds, onClose }: DuplicatesDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const { client, query } = useApi();
  const act = useAct();
  const [typed, setTyped] = useState(usualMetres);
  const [metres, setMetres] = useState(Number(usualMetres));
  const [kept, setKept] = useState<ReadonlyMap<PlaceId, PlaceId>>(new Map());
  const read = readNumber(typed);
  const problem =
    read && 'problem' in read
      ? validationMessage(t, read.problem.message, read.problem.values)
      : read && (read.value < 0 || read.value > maxMetres)
        ? t('places.duplicates.range', { most: maxMetres })
        : null;
  const terms = { listIds: [...listIds], withinMetres: metres, offset: 0, limit: groupsAtOnce };
  const found = useQuery(
    query.places.duplicates.queryOptions({ input: listIds.length === 0 ? skipToken : terms }),
  );
  const mergeOf = ({ places }: DuplicateGroup) => {
    const [first] = places;
    if (!first) return [];
    const keep = kept.get(first.placeId) ?? first.placeId;
    return [{ keep, others: places.map(({ placeId }) => placeId).filter((placeId) => placeId !== keep) }];
  };
  const groups = found.data?.groups ?? [];
  const mergeAll = useCommand({
    mutationFn: () => client.places.merge({ groups: groups.flatMap(mergeOf) }),
  });
  const apply = () => {
    if (problem === null && read && 'value' in read) setMetres(read.value);
  };
  return (
    <Dialog opened onClose={onClose} title={t('places.duplicates.title')} size="lg">
      <Stack gap="sm">
        <Text size="xs" c="var(--nadir-quiet)">
          {t('places.duplicates.hint')}
        </Text>
        <TextInput
          label={t('places.duplicates.within')}
          value={typed}
          w={200}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply();
          }}
        />
        {found.isError && <ErrorNote error={found.error} />}
        {mergeAll.isError && <ErrorNote error={mergeAll.error} />}
        <Group justify="space-between">
          <Text size="xs" role="status">
            {found.data?.total === 0 ? t('places.duplicates.none') : ''}
            {found.data?.total ? t('places.duplicates.found', { count: found.data.total }) : ''}
          </Text>
          {groups.length > 1 && (
            <Button size="compact-xs" loading={mergeAll.isPending} onClick={() => mergeAll.mutate()}>
              {t('places.duplicates.mergeAll', { count: groups.length })}
            </Button>
          )}
        </Group>
        {groups.map((group) => {
          const first = group.places[0]?.placeId;
          return (
            first !== undefined && (
              <GroupCard
                key={first}
                group={group}
                keep={kept.get(first)}
                onKeep={(placeId) => setKept(new Map(kept).set(first, placeId))}
                onMerge={() => act(() => client.places.merge({ groups: mergeOf(group) }))}
              />
            )
          );
        })}
      </Stack>
    </Dialog>
  );
}
