import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  ScrollArea,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  longestPersonName,
  type PackageChoice,
  type PackageId,
  packageIdSchema,
} from '../../../src-preload/contract/handover.ts';
import { type Api, useActiveScope, useApi, useContractName } from '../../kit/client/api.tsx';
import { saveFile } from '../../kit/client/save-file.ts';
import { formatBytes } from '../../kit/i18n/format.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useSay } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { WorkingNote } from '../../kit/ui/working-note.tsx';
import { readPackageBytes } from './package-bytes.ts';
import { useInitialChoice } from './use-initial-choice.ts';

type Offer = Awaited<ReturnType<Api['client']['handover']['offer']>>;
const mediaType = 'application/vnd.nadir.package+zip';

/** Returns the choice without items that are no longer offered. */
function existing(choice: PackageChoice, offer: Offer): PackageChoice {
  return {
    listIds: choice.listIds.filter((id) => offer.lists.some(({ listId }) => listId === id)),
    templateIds: choice.templateIds.filter((id) =>
      offer.templates.some(({ templateId }) => templateId === id),
    ),
    prepared: choice.prepared && offer.prepared > 0,
    drafts: choice.drafts && offer.drafts > 0,
    mapIds: choice.mapIds.filter((id) => offer.maps.some(({ mapId }) => mapId === id)),
  };
}

interface GroupProps<Id extends string> {
  legend: string;
  items: readonly { id: Id; label: string; about: string }[];
  chosen: readonly Id[];
  onChange: (chosen: Id[]) => void;
}

function ChoiceGroup<Id extends string>({ legend, items, chosen, onChange }: GroupProps<Id>) {
  if (items.length === 0) return null;
  const all = items.length === chosen.length;
  return (
    <Fieldset legend={legend} p="xs">
      <Stack gap={6}>
        {items.length > 1 && (
          <Checkbox
            label={<Text span size="sm" fw={500}>{`${legend} (${items.length})`}</Text>}
            checked={all}
            indeterminate={!all && chosen.length > 0}
            onChange={() => onChange(all ? [] : items.map(({ id }) => id))}
          />
        )}
        {items.map(({ id, label, about }) => (
          <Checkbox
            key={id}
            ml={items.length > 1 ? 'md' : 0}
            label={label}
            description={about}
            checked={chosen.includes(id)}
            onChange={() =>
              onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
            }
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

/** The fields that select the content of a package. */
function Choice({
  offer,
  choice,
  onChange,
}: {
  offer: Offer;
  choice: PackageChoice;
  onChange: (choice: PackageChoice) => void;
}) {
  const { t, i18n } = useTranslation();
  const contract = useContractName();
  const set = (patch: Partial<PackageChoice>) => onChange({ ...choice, ...patch });
  const aboutMap = ({ sizeBytes, needsKey }: Offer['maps'][number]) =>
    [
      sizeBytes > 0 ? formatBytes(i18n.language, sizeBytes) : t('handover.make.addressOnly'),
      ...(needsKey ? [t('handover.make.needsKey')] : []),
    ].join(', ');
  return (
    <Stack gap="xs">
      <ChoiceGroup
        legend={t('places.lists')}
        items={offer.lists.map(({ listId, name, count }) => ({
          id: listId,
          label: name,
          about: t('map.things.place', { count }),
        }))}
        chosen={choice.listIds}
        onChange={(listIds) => set({ listIds })}
      />
      {offer.prepared + offer.drafts > 0 && (
        <Fieldset legend={t('handover.make.work', { contract })} p="xs">
          <Stack gap={6}>
            {offer.prepared > 0 && (
              <Checkbox
                label={t('handover.make.prepared', { count: offer.prepared })}
                checked={choice.prepared}
                onChange={() => set({ prepared: !choice.prepared })}
              />
            )}
            {offer.drafts > 0 && (
              <Checkbox
                label={t('handover.make.drafts', { count: offer.drafts })}
                checked={choice.drafts}
                onChange={() => set({ drafts: !choice.drafts })}
              />
            )}
          </Stack>
        </Fieldset>
      )}
      <ChoiceGroup
        legend={t('templates.title')}
        items={offer.templates.map(({ templateId, name }) => ({ id: templateId, label: name, about: '' }))}
        chosen={choice.templateIds}
        onChange={(templateIds) => set({ templateIds })}
      />
      <ChoiceGroup
        legend={t('handover.make.maps')}
        items={offer.maps.map((map) => ({ id: map.mapId, label: map.name, about: aboutMap(map) }))}
        chosen={choice.mapIds}
        onChange={(mapIds) => set({ mapIds })}
      />
      {offer.withheldMaps.length > 0 && (
        <Text size="xs" c="var(--nadir-quiet)" component="div">
          {offer.withheldMaps.map(({ name, reason }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two maps may have one name
            <div key={i} style={{ overflowWrap: 'anywhere' }}>
              {t(`handover.make.withheld.${reason}`, { name })}
            </div>
          ))}
        </Text>
      )}
      {choice.mapIds.length > 0 && <Text size="xs">{t('handover.make.mapTerms')}</Text>}
    </Stack>
  );
}

/** Returns a short summary of the selection. */
function useSelectedWords(offer: Offer, choice: PackageChoice): string {
  const { t, i18n } = useTranslation();
  const places = offer.lists
    .filter(({ listId }) => choice.listIds.includes(listId))
    .reduce((sum, { count }) => sum + count, 0);
  const bytes = offer.maps
    .filter(({ mapId }) => choice.mapIds.includes(mapId))
    .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const counted = (key: 'lists' | 'templates' | 'ownMaps', count: number) =>
    count === 0 ? [] : [t(`handover.make.${key}`, { count })];
  const parts = [
    ...counted('lists', choice.listIds.length),
    ...(choice.listIds.length > 0 ? [t('map.things.place', { count: places })] : []),
    ...(choice.prepared ? [t('handover.make.prepared', { count: offer.prepared })] : []),
    ...(choice.drafts ? [t('handover.make.drafts', { count: offer.drafts })] : []),
    ...counted('templates', choice.templateIds.length),
    ...counted('ownMaps', choice.mapIds.length),
    ...(bytes > 0 ? [formatBytes(i18n.language, bytes)] : []),
  ];
  return parts.length === 0
    ? t('handover.make.nothing')
    : t('handover.make.selected', { what: parts.join(' · ') });
}

/** Makes the package in the main process, reads it and saves it for the user. */
function useMaking(onSaved: () => void) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const say = useSay();
  const [id, setId] = useState<PackageId | null>(null);
  const [bytes, setBytes] = useState<{ done: number; total: number } | null>(null);
  const packageId = useRef<PackageId | null>(null);
  const [aborter] = useState(() => new AbortController());
  const progress = useQuery({
    ...query.handover.progress.queryOptions({ input: { id: id ?? unknownPackage } }),
    enabled: id !== null,
  }).data;
  const make = useCommand({
    mutationFn: async (input: Parameters<Api['client']['handover']['make']>[0]) => {
      const begun = await client.handover.make(input);
      packageId.current = begun.id;
      setId(begun.id);
    },
  });
  const isReady = progress?.state === 'ready';
  const save = useMutation({
    mutationFn: async ({
      of,
      sizeBytes,
      fileName,
    }: {
      of: PackageId;
      sizeBytes: number;
      fileName: string;
    }) => {
      const onProgress = (done: number, total: number) => setBytes({ done, total });
      const blob = await readPackageBytes(client, { id: of, sizeBytes, signal: aborter.signal, onProgress });
      saveFile(fileName, blob, mediaType);
      say({
        message: t('handover.make.saved', { name: fileName, size: formatBytes(i18n.language, sizeBytes) }),
        color: 'teal',
      });
      onSaved();
    },
  });
  const { mutate } = save;
  const { fileName = '', sizeBytes = 0 } = progress ?? {};
  useEffect(() => {
    // The state of a finished package does not change, so this runs once.
    if (isReady && id !== null) mutate({ of: id, sizeBytes, fileName });
  }, [isReady, id, sizeBytes, fileName, mutate]);
  // Closing the dialog cancels a running job.
  useEffect(
    () => () => {
      if (packageId.current !== null)
        client.handover.discard({ id: packageId.current }).catch(() => undefined);
    },
    [client],
  );
  useEffect(() => () => aborter.abort(), [aborter]);
  const failure = progress?.state === 'failed' ? progress.error : (make.error ?? save.error);
  return {
    make: make.mutate,
    isWorking: (make.isPending || id !== null) && !failure,
    failure,
    progress,
    bytes,
    isReady,
  };
}

const unknownPackage = packageIdSchema.parse('none');

function Form({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { t } = useTranslation();
  const scope = useActiveScope();
  const [selection, setSelection] = useState<PackageChoice>(useInitialChoice(offer));
  const [typedMaker, setMaker] = useState<string | null>(null);
  const maker = typedMaker ?? offer.maker;
  const [note, setNote] = useState('');
  const choice = existing(selection, offer);
  const words = useSelectedWords(offer, choice);
  const making = useMaking(onClose);
  const isEmpty =
    choice.listIds.length + choice.templateIds.length + choice.mapIds.length === 0 &&
    !choice.prepared &&
    !choice.drafts;
  if (making.isWorking) {
    const { done = 0, total = 0 } = making.bytes ?? making.progress ?? {};
    const label = making.isReady ? t('handover.make.saving') : t('handover.make.working');
    return <WorkingNote label={label} done={done} total={making.isReady ? total : 0} onCancel={onClose} />;
  }
  const nothingOffered =
    offer.lists.length + offer.templates.length + offer.maps.length + offer.prepared + offer.drafts === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && maker.trim() !== '') making.make({ choice, maker: maker.trim(), note, scope });
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('handover.make.hint')}</Text>
        {nothingOffered && <Text size="sm">{t('handover.make.empty')}</Text>}
        <ScrollArea.Autosize mah="42vh" type="auto" viewportProps={{ tabIndex: 0 }}>
          <Choice offer={offer} choice={choice} onChange={setSelection} />
        </ScrollArea.Autosize>
        <Group grow align="start" gap="sm">
          <TextInput
            label={t('handover.make.maker')}
            description={t('handover.make.makerHint')}
            value={maker}
            maxLength={longestPersonName}
            required
            onChange={(event) => setMaker(event.currentTarget.value)}
          />
          <Textarea
            label={t('handover.make.note')}
            value={note}
            maxLength={2_000}
            rows={2}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Group>
        {making.failure && <ErrorNote error={making.failure} />}
        <Group justify="space-between" wrap="nowrap" align="center">
          <Text size="xs" role="status" style={{ overflowWrap: 'anywhere' }}>
            {words}
          </Text>
          <Group wrap="nowrap" gap="xs" style={{ flex: 'none' }}>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={isEmpty || maker.trim() === ''}>
              {t('handover.make.make')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** The dialog that makes a package of the selected items and saves it as a file. */
export function MakePackage({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const scope = useActiveScope();
  // Fetched at each opening, because what was handed over before may have changed since.
  const offer = useQuery({ ...query.handover.offer.queryOptions({ input: { scope } }), gcTime: 0 });
  return (
    <Dialog opened onClose={onClose} title={t('handover.make.title')} size={640}>
      {offer.isError && <ErrorNote error={offer.error} onRetry={() => void offer.refetch()} />}
      {offer.isPending && <Busy size={22} label={t('common.loading')} />}
      {offer.data && <Form offer={offer.data} onClose={onClose} />}
    </Dialog>
  );
}
