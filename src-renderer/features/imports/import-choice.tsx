import { Button, FileButton, Group, NumberInput, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ImportSearch,
  importSearchSchema,
  mostAskedItems,
} from '../../../src-preload/contract/scene-imports.ts';
import { useApi } from '../../kit/client/api.tsx';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';
import { formatBytes } from '../../kit/i18n/format.ts';
import { sceneImportStore } from '../../kit/state/scene-import-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useFirstFocus } from '../../kit/ui/use-first-focus.ts';
import { WorkingNote } from '../../kit/ui/working-note.tsx';
import { readFiles } from './send-files.ts';

const endings = ['zip', 'json', 'geojson', 'tif', 'tiff'];

/** Removes the quotes that some file managers put round a path. */
const bare = (path: string) => path.trim().replace(/^"(.*)"$/, '$1');

/** The buttons that select files with the host's dialog or the browser's. */
function Picks({ onPath, onFiles }: { onPath: (path: string) => void; onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const capabilities = useQuery(query.app.info.queryOptions()).data?.capabilities;
  const take = (picked: string | null) => picked !== null && onPath(picked);
  return (
    <>
      {capabilities?.pickFile ? (
        <Button
          variant="default"
          onClick={() =>
            act(async () =>
              take(await client.app.pickFile({ name: t('sceneImport.fileKind'), extensions: endings })),
            )
          }
        >
          {t('sceneImport.pickFiles')}
        </Button>
      ) : (
        <FileButton multiple inputProps={{ 'aria-label': t('sceneImport.pickFiles') }} onChange={onFiles}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('sceneImport.pickFiles')}
            </Button>
          )}
        </FileButton>
      )}
      {capabilities?.pickFolder && (
        <Button variant="default" onClick={() => act(async () => take(await client.app.pickFolder()))}>
          {t('settings.pickFolder')}
        </Button>
      )}
    </>
  );
}

/** The form that imports files and folders: typed, selected, or dropped on the window. */
function FilesForm({ dropped }: { dropped: readonly File[] }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const [path, setPath] = useState('');
  const [sent, setSent] = useState(0);
  const focus = useFirstFocus<HTMLFormElement>(true, ['[data-autofocus]']);
  const [stop] = useState(() => ({ current: new AbortController() }));
  const read = useCommand({
    mutationFn: (from: string) => client.sceneImports.read({ paths: [bare(from)] }),
  });
  const send = useCommand({
    mutationFn: (files: readonly File[]) => {
      stop.current = new AbortController();
      return readFiles({ client, files, onProgress: setSent, signal: stop.current.signal });
    },
  });
  const { mutate } = send;
  useEffect(() => {
    if (dropped.length === 0 || send.isPending) return;
    // Taken, so that they are not read again when this form is opened a second time.
    sceneImportStore.setState({ files: [] });
    mutate(dropped);
  }, [dropped, mutate, send.isPending]);
  // Closing the dialog in any way cancels the upload.
  useEffect(() => () => stop.current.abort(), [stop]);
  if (send.isPending) {
    const total = send.variables.reduce((sum, { size }) => sum + size, 0);
    return (
      <WorkingNote
        label={t('sceneImport.sending', {
          count: send.variables.length,
          size: formatBytes(i18n.language, total),
        })}
        done={sent}
        total={total}
        onCancel={() => stop.current.abort()}
      />
    );
  }
  const failure = send.error ?? read.error;
  return (
    <form
      ref={focus}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.reset();
        if (bare(path) !== '') read.mutate(path);
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('sceneImport.path')}
          description={t('sceneImport.dropHint')}
          spellCheck={false}
          data-autofocus
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        {failure !== null && !hasErrorCode(failure, 'CANCELLED') && failure.name !== 'AbortError' && (
          <ErrorNote error={failure} />
        )}
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Picks
              onPath={(picked) => {
                setPath(picked);
                read.mutate(picked);
              }}
              onFiles={(files) => files.length > 0 && mutate(files)}
            />
          </Group>
          <Button type="submit" loading={read.isPending} disabled={bare(path) === ''}>
            {t('sceneImport.look')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const usualItems = 100;

type Box = NonNullable<ImportSearch['box']>;

/** Parses a box; null for empty text, undefined for invalid text. */
function readBox(text: string): Box | null | undefined {
  if (text.trim() === '') return null;
  const read = importSearchSchema.shape.box.safeParse(
    text.split(/[,;\s]+/).flatMap((part) => (part === '' ? [] : Number(part))),
  );
  return read.success ? read.data : undefined;
}

/** The form that imports from the URL of a STAC API, catalog, collection or item. */
function AddressForm() {
  const { t } = useTranslation();
  const { client } = useApi();
  const [address, setAddress] = useState('');
  const [collections, setCollections] = useState('');
  const [boxText, setBoxText] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [most, setMost] = useState(usualItems);
  const box = readBox(boxText);
  const day = (text: string) => (text === '' ? null : text);
  const read = useCommand({
    mutationFn: () =>
      client.sceneImports.readAddress({
        address: address.trim(),
        collections,
        most,
        from: day(from),
        to: day(to),
        box: box ?? null,
      }),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (address.trim() !== '') read.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('sceneImport.address.label')}
          description={t('sceneImport.address.hint')}
          type="url"
          spellCheck={false}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <TextInput
          label={t('sceneImport.address.collections')}
          spellCheck={false}
          value={collections}
          onChange={(event) => setCollections(event.currentTarget.value)}
        />
        <Group grow align="flex-end">
          <TextInput
            type="date"
            label={t('label.from')}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('label.to')}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <NumberInput
            label={t('sceneImport.address.most')}
            min={1}
            max={mostAskedItems}
            clampBehavior="strict"
            allowDecimal={false}
            value={most}
            onChange={(value) => setMost(Number(value) || usualItems)}
          />
        </Group>
        <TextInput
          label={t('sceneImport.address.box')}
          spellCheck={false}
          value={boxText}
          error={box === undefined && t('sceneImport.address.boxWrong')}
          onChange={(event) => setBoxText(event.currentTarget.value)}
        />
        {read.isError && <ErrorNote error={read.error} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={read.isPending}
            disabled={address.trim() === '' || box === undefined}
          >
            {t('sceneImport.look')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The choice of the source of an import: files and folders of this computer, or a URL. */
export function ImportChoice({ dropped }: { dropped: readonly File[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Text size="sm">{t('sceneImport.hint')}</Text>
      <Tabs defaultValue="files" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="files">{t('sceneImport.tabs.files')}</Tabs.Tab>
          <Tabs.Tab value="address">{t('sceneImport.tabs.address')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="files" pt="sm">
          <FilesForm dropped={dropped} />
        </Tabs.Panel>
        <Tabs.Panel value="address" pt="sm">
          <AddressForm />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
