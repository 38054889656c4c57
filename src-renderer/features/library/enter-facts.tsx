import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isoPeriod, unitOfPeriod } from '../../../src-preload/contract/acquired.ts';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { type EnteredResult, mostEntered, type SceneDetails } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../kit/client/api.tsx';
import { listOf, listStore } from '../../kit/state/list-store.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { FactsFields, useSayFactsSaved } from './facts-fields.tsx';

interface FormProps {
  scene: SceneDetails;
  onDone: () => void;
}

/** Returns when a scene was acquired as a person could have typed it; empty if nothing is known. */
function timeText({ timestamp, period }: SceneDetails): string {
  if (timestamp !== null || period === null) return timestamp ?? '';
  return unitOfPeriod(period) === 'moment' ? `${period.start}/${period.end}` : isoPeriod(period);
}

/** The form for the time and satellite of a scene. Only a field that was changed is recorded. */
function FactsForm({ scene, onDone }: FormProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const saySaved = useSayFactsSaved();
  const chosen = useStore(listStore, (all) => listOf(all, 'library').chosen);
  const own = scene.librarySceneId;
  const selected = [...chosen].map((key) => librarySceneIdSchema.parse(Number(key)));
  const [isForAll, setForAll] = useState(false);
  const known = timeText(scene);
  const [acquired, setAcquired] = useState(known);
  const [satellite, setSatellite] = useState(scene.satelliteName ?? '');
  const isSame = acquired === known && satellite === (scene.satelliteName ?? '');
  const save = useMutation({
    async mutationFn() {
      const ids = isForAll ? [...new Set([own, ...selected])] : [own];
      const total: EnteredResult = { isTimeRead: true, changed: 0, ofService: 0 };
      for (let from = 0; from < ids.length && total.isTimeRead; from += mostEntered) {
        const result = await client.library.enterFacts({
          librarySceneIds: ids.slice(from, from + mostEntered),
          acquired: acquired === known ? undefined : acquired,
          satelliteName: satellite === (scene.satelliteName ?? '') ? undefined : satellite,
        });
        total.isTimeRead = result.isTimeRead;
        total.changed += result.changed;
        total.ofService += result.ofService;
      }
      return total;
    },
    onSuccess(result) {
      if (!result.isTimeRead) return;
      onDone();
      saySaved(result);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        <FactsFields
          acquired={acquired}
          setAcquired={setAcquired}
          timeHint={t('sceneFacts.timeHint')}
          isTimeRead={save.data?.isTimeRead !== false}
          satellite={satellite}
          setSatellite={setSatellite}
        />
        {selected.some((id) => id !== own) && (
          <Checkbox
            label={t('sceneFacts.forAll', { count: new Set([own, ...selected]).size })}
            checked={isForAll}
            onChange={(event) => setForAll(event.currentTarget.checked)}
          />
        )}
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={isSame} loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The button that opens the form for the time and satellite of an imported scene. */
export function EnterFacts({ scene }: { scene: SceneDetails }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarTime size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('sceneFacts.open')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('sceneFacts.title')}>
        <FactsForm scene={scene} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
