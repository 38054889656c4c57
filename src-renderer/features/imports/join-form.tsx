import { Button, Group, Loader, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sceneIdSchema } from '../../../src-preload/contract/ids.ts';
import type { Arranged, ImportFile } from '../../../src-preload/contract/scene-imports.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes } from '../../kit/i18n/format.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';

interface JoinFormProps {
  importId: number;
  seqs: number[];
  onJoined: (arranged: Arranged) => void;
}

interface FieldsProps extends JoinFormProps {
  files: readonly ImportFile[];
  name: string;
  isNameFixed: boolean;
}

function Fields({ importId, seqs, onJoined, files, name: suggested, isNameFixed }: FieldsProps) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const [name, setName] = useState(suggested);
  // The dialog looks for its first field before the files, and with them this one, are known.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const given = sceneIdSchema.safeParse(name.trim());
  const join = useCommand({
    mutationFn: () =>
      client.sceneImports.join({ importId, seqs, name: isNameFixed ? null : (given.data ?? null) }),
    onSuccess: onJoined,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (given.success) join.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          ref={field}
          label={t('label.name')}
          description={isNameFixed ? t('sceneImport.edit.nameFixed') : undefined}
          readOnly={isNameFixed}
          value={name}
          maxLength={280}
          error={given.success ? undefined : t('validation.required')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Text size="sm">{t('sceneImport.edit.joinHint', { count: files.length })}</Text>
        <ScrollArea.Autosize mah={240} type="auto" viewportProps={{ tabIndex: 0 }}>
          <Stack gap={2} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {files.map(({ seq, place, sizeBytes }) => (
              <Group
                key={`${seq} ${place}`}
                component="li"
                justify="space-between"
                wrap="nowrap"
                gap="sm"
                pr="md"
              >
                <Text size="xs" truncate title={place}>
                  {place}
                </Text>
                <Text size="xs" c="var(--nadir-quiet)" style={{ whiteSpace: 'nowrap' }}>
                  {sizeBytes === null ? '' : formatBytes(i18n.language, sizeBytes)}
                </Text>
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
        {join.isError && <ErrorNote error={join.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!given.success} loading={join.isPending}>
            {t('sceneImport.edit.joinNow')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The form that makes one scene of several rows, with its name and the files that it gets. */
export function JoinForm(props: JoinFormProps) {
  const { importId, seqs } = props;
  const { query } = useApi();
  const answer = useQuery(query.sceneImports.files.queryOptions({ input: { importId, seqs } }));
  if (answer.isError) return <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />;
  return answer.data === undefined ? <Loader size="sm" /> : <Fields {...props} {...answer.data} />;
}
