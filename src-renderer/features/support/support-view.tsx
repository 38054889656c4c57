import { Button, Checkbox, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { IconDeviceFloppy, IconLifebuoy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BundleFile, BundleFileName } from '../../../src-preload/contract/activity.ts';
import { useApi } from '../../kit/client/api.tsx';
import { saveFile } from '../../kit/client/save-file.ts';
import { formatBytes } from '../../kit/i18n/format.ts';
import { createBundle, supportStore } from '../../kit/state/support-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import classes from './activity.module.css';
import { TextReader } from './text-reader.tsx';

const about = {
  'about.json': 'about',
  'settings.json': 'settings',
  'connections.json': 'connections',
  'notices.json': 'notices',
  'state.json': 'state',
  'database.json': 'database',
  'self-test.json': 'self-test',
  'requests.json': 'requests',
  'failed-requests.json': 'failed-requests',
  'log.txt': 'log',
} as const satisfies Record<BundleFileName, string>;

function FileRow({
  file,
  shown,
  leftOut,
  onShow,
}: {
  file: BundleFile;
  shown: boolean;
  leftOut: boolean;
  onShow: () => void;
}) {
  const { t, i18n } = useTranslation();
  const include = (wanted: boolean) =>
    supportStore.setState(({ without }) => ({
      without: wanted ? without.filter((name) => name !== file.name) : [...without, file.name],
    }));
  return (
    <li className={classes.file} data-shown={shown || undefined} data-left-out={leftOut || undefined}>
      <Checkbox
        mt={2}
        aria-label={t('activity.support.include', { name: file.name })}
        checked={!leftOut}
        onChange={(event) => include(event.currentTarget.checked)}
      />
      <UnstyledButton className={classes.fileText} aria-current={shown || undefined} onClick={onShow}>
        <Group justify="space-between" wrap="nowrap" gap={8}>
          <Text size="sm" fw={500}>
            {file.name}
          </Text>
          <Text size="xs" c="var(--nadir-quiet)">
            {formatBytes(i18n.language, file.sizeBytes)}
          </Text>
        </Group>
        <Text size="xs" c="var(--nadir-quiet)">
          {t(`activity.support.file.${about[file.name]}`)}
        </Text>
      </UnstyledButton>
    </li>
  );
}

/** Shows the files of a support bundle; the user can inspect and exclude them, add a note and save the bundle. */
function BundleView({ bundleId, files }: { bundleId: string; files: BundleFile[] }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const without = useStore(supportStore, (state) => state.without);
  const note = useStore(supportStore, (state) => state.note);
  const [name, setName] = useState<BundleFileName>('about.json');
  const save = useMutation({
    async mutationFn() {
      const { fileName, base64 } = await client.activity.packBundle({
        bundleId,
        without: [...without],
        note,
      });
      saveFile(
        fileName,
        Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)),
        'application/zip',
      );
    },
  });
  const shown = files.find((file) => file.name === name) ?? files[0];
  const nothing = files.every((file) => without.includes(file.name)) && note.trim() === '';
  return (
    <div className={classes.columns}>
      <div className={classes.files}>
        <Stack gap="md">
          <ul style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-label={t('activity.support.files')}>
            {files.map((file) => (
              <FileRow
                key={file.name}
                file={file}
                shown={file.name === shown?.name}
                leftOut={without.includes(file.name)}
                onShow={() => setName(file.name)}
              />
            ))}
          </ul>
          <Textarea
            label={t('activity.support.note')}
            description={t('activity.support.noteHint')}
            value={note}
            maxLength={20_000}
            autosize
            minRows={3}
            maxRows={10}
            onChange={(event) => supportStore.setState({ note: event.currentTarget.value })}
          />
          {save.isError && <ErrorNote error={save.error} />}
          {nothing && <Text size="sm">{t('activity.support.saveNothing')}</Text>}
          <Button
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            disabled={nothing}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('activity.support.save')}
          </Button>
        </Stack>
      </div>
      {shown && <TextReader key={`${bundleId} ${shown.name}`} file={shown} />}
    </div>
  );
}

/** Creates a support bundle: one archive with everything that another person needs to help, and nothing private. */
export function SupportView() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const bundle = useStore(supportStore, (state) => state.bundle);
  const making = useStore(supportStore, (state) => state.making);
  return (
    <div className={classes.view}>
      <Group wrap="nowrap" align="flex-start" justify="space-between" gap="xl" mb="md">
        <Text size="sm" maw={860}>
          {t('activity.support.intro')}
        </Text>
        <Button
          style={{ flex: 'none' }}
          variant={bundle ? 'default' : 'filled'}
          leftSection={<IconLifebuoy size={16} aria-hidden />}
          loading={making}
          onClick={() => act(() => createBundle(client))}
        >
          {bundle ? t('activity.support.again') : t('activity.support.make')}
        </Button>
      </Group>
      {bundle && <BundleView key={bundle.bundleId} {...bundle} />}
    </div>
  );
}
