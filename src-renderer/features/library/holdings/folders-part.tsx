import { Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderState, LibraryFolder } from '../../../../src-preload/contract/library-folders.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { ConfirmDialog } from '../../../kit/ui/confirm-dialog.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { TimeText } from '../../../kit/ui/time-text.tsx';
import { useAct } from '../../../kit/ui/use-act.ts';
import { useCommand } from '../../../kit/ui/use-command.ts';

const stateColours: Record<FolderState, string> = {
  there: 'green',
  'read-only': 'blue',
  away: 'orange',
  sleeping: 'yellow',
};

interface PathFieldProps {
  label: string;
  hint: string;
  button: string;
  command: { isPending: boolean; isError: boolean; error: unknown; mutate: (path: string) => void };
}

/** A field for the path of a folder, which may also be picked if the host has a dialog. */
function PathField({ label, hint, button, command }: PathFieldProps) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const [path, setPath] = useState('');
  const picks = useQuery(query.app.info.queryOptions()).data?.capabilities.pickFolder ?? false;
  const typed = path.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') command.mutate(typed);
      }}
    >
      <Stack gap={6}>
        <TextInput
          label={label}
          description={hint}
          spellCheck={false}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        {command.isError && <ErrorNote error={command.error} />}
        <Group gap={6}>
          <Button type="submit" size="xs" disabled={typed === ''} loading={command.isPending}>
            {button}
          </Button>
          {picks && (
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                act(async () => {
                  const folder = await client.app.pickFolder();
                  if (folder !== null) setPath(folder);
                })
              }
            >
              {t('settings.pickFolder')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface FolderFactsProps {
  folder: LibraryFolder;
  /** True if the error shown beside the button already says what to do. */
  isHintShown: boolean;
}

function FolderFacts({ folder, isHintShown }: FolderFactsProps) {
  const { t } = useTranslation();
  const { state, scenes, seenAt, reading, problemCount } = folder;
  return (
    <>
      <Text size="xs" role="status" data-testid="folder-scenes">
        {reading === null
          ? t('map.things.scene', { count: scenes })
          : t('libraryFolders.reading', { count: reading.scenes })}
        {problemCount > 0 && ` · ${t('libraryFolders.problems', { count: problemCount })}`}
      </Text>
      {(state === 'away' || state === 'sleeping') && (
        <Text size="xs" c="var(--nadir-quiet)">
          {!isHintShown && `${t(`libraryFolders.hint.${state}`)} `}
          {seenAt !== null && (
            <>
              {t('libraryFolders.lastSeen')} <TimeText at={seenAt} size="xs" />
            </>
          )}
        </Text>
      )}
    </>
  );
}

/** A further library folder, with its state and actions. */
function FolderCard({ folder }: { folder: LibraryFolder }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [isMoving, setMoving] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { id, path, state, reading } = folder;
  const canRead = state === 'there' || state === 'read-only';
  const use = useCommand({ mutationFn: () => client.libraryFolders.use({ id }) });
  const read = useCommand({ mutationFn: () => client.libraryFolders.read({ id }) });
  const remove = useCommand({
    mutationFn: () => client.libraryFolders.remove({ id }),
    onSuccess: () => setAsked(false),
  });
  const relocate = useCommand({
    mutationFn: (to: string) => client.libraryFolders.relocate({ id, path: to }),
    onSuccess: () => setMoving(false),
  });
  // A folder that is available again has no read error any more.
  const failed = use.isError ? use : read.isError && !canRead ? read : undefined;
  return (
    <Paper withBorder p="xs" component="li" data-testid="library-folder" data-state={state}>
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap" gap={8}>
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {path}
          </Text>
          <Badge variant="dot" color={stateColours[state]} style={{ flexShrink: 0 }} tt="none" fw={500}>
            {t(`libraryFolders.state.${state}`)}
          </Badge>
        </Group>
        <FolderFacts folder={folder} isHintShown={failed !== undefined} />
        {failed !== undefined && <ErrorNote error={failed.error} />}
        <Group gap={6}>
          <Button
            size="compact-xs"
            variant="default"
            disabled={reading !== null}
            loading={read.isPending}
            onClick={() => read.mutate()}
          >
            {t('libraryFolders.read')}
          </Button>
          {state === 'there' && (
            <Button size="compact-xs" variant="default" loading={use.isPending} onClick={() => use.mutate()}>
              {t('libraryFolders.use')}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isMoving}
            onClick={() => setMoving(!isMoving)}
          >
            {t('libraryFolders.relocate')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setAsked(true)}>
            {t('common.remove')}
          </Button>
        </Group>
        {isMoving && (
          <PathField
            label={t('libraryFolders.newPlace')}
            hint={t('libraryFolders.newPlaceHint')}
            button={t('common.save')}
            command={relocate}
          />
        )}
        <ConfirmDialog
          opened={isAsked}
          title={t('libraryFolders.removeTitle')}
          confirmLabel={t('common.remove')}
          command={remove}
          onClose={() => setAsked(false)}
        >
          {t('libraryFolders.removeBody', { path })}
        </ConfirmDialog>
      </Stack>
    </Paper>
  );
}

/** The library folders: the one for new downloads, and those that are read in place. */
export function FoldersPart() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const [added, setAdded] = useState(0);
  const answer = useQuery(query.libraryFolders.list.queryOptions());
  const add = useCommand({
    mutationFn: (path: string) => client.libraryFolders.add({ path }),
    // Clears the field.
    onSuccess: () => setAdded((count) => count + 1),
  });
  if (answer.isError) return <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined) return null;
  const { main, folders } = answer.data;
  return (
    <Stack gap="md" data-testid="library-folders">
      <Text size="xs" c="var(--nadir-quiet)">
        {t('libraryFolders.intro')}
      </Text>
      <Stack gap={8} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        <Paper withBorder p="xs" component="li" data-testid="main-folder">
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {main}
          </Text>
          <Text size="xs" fw={600} mt={4}>
            {t('libraryFolders.main')}
          </Text>
        </Paper>
        {folders.map((folder) => (
          <FolderCard key={folder.id} folder={folder} />
        ))}
      </Stack>
      <PathField
        key={added}
        label={t('libraryFolders.add')}
        hint={t('libraryFolders.addHint')}
        button={t('libraryFolders.addButton')}
        command={add}
      />
    </Stack>
  );
}
