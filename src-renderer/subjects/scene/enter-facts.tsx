import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { type EnteredResult, mostEntered, type SceneDetails } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../client/api.tsx';
import { listOf, listStore } from '../../state/list-store.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useSay } from '../../ui/use-act.ts';

interface FormProps {
  scene: SceneDetails;
  onDone: () => void;
}

/** The form for the time and satellite of a scene. Only a field that was changed is recorded. */
function FactsForm({ scene, onDone }: FormProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const chosen = useStore(listStore, (all) => listOf(all, 'library').chosen);
  const own = scene.librarySceneId;
  const selected = [...chosen].map((key) => librarySceneIdSchema.parse(Number(key)));
  const [isForAll, setForAll] = useState(false);
  const [acquired, setAcquired] = useState(scene.timestamp ?? '');
  const [satellite, setSatellite] = useState(scene.satelliteName ?? '');
  const isSame = acquired === (scene.timestamp ?? '') && satellite === (scene.satelliteName ?? '');
  const save = useMutation({
    async mutationFn() {
      const ids = isForAll ? [...new Set([own, ...selected])] : [own];
      const total: EnteredResult = { isTimeRead: true, changed: 0, ofService: 0 };
      for (let from = 0; from < ids.length && total.isTimeRead; from += mostEntered) {
        const result = await client.library.enterFacts({
          librarySceneIds: ids.slice(from, from + mostEntered),
          acquired: acquired === (scene.timestamp ?? '') ? undefined : acquired,
          satelliteName: satellite === (scene.satelliteName ?? '') ? undefined : satellite,
        });
        total.isTimeRead = result.isTimeRead;
        total.changed += result.changed;
        total.ofService += result.ofService;
      }
      return total;
    },
    onSuccess({ isTimeRead, changed, ofService }) {
      if (!isTimeRead) return;
      onDone();
      const left = ofService === 0 ? '' : ` ${t('sceneFacts.ofService', { count: ofService })}`;
      say({ message: `${t('sceneFacts.saved', { count: changed })}${left}`, color: 'gray' });
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
        <TextInput
          data-autofocus
          label={t('label.acquired')}
          description={t('sceneFacts.timeHint')}
          value={acquired}
          maxLength={100}
          error={save.data?.isTimeRead === false ? t('sceneFacts.unreadable') : undefined}
          onChange={(event) => setAcquired(event.currentTarget.value)}
        />
        <TextInput
          label={t('label.satellite')}
          value={satellite}
          maxLength={200}
          onChange={(event) => setSatellite(event.currentTarget.value)}
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
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('sceneFacts.title')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <FactsForm scene={scene} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}
