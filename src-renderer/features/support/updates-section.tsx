import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateAddressSchema } from '../../../src-preload/contract/updates.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { UpdateQuestion } from './update/update-question.tsx';

/** The field for the address of the feed; an empty one switches updates off. */
function AddressField({ address }: { address: string | null }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (updateAddress: string | null) => client.settings.set({ updateAddress }),
    onSuccess: () => setTyped(null),
  });
  const wanted = typed?.trim() || null;
  const read = updateAddressSchema.nullable().safeParse(wanted);
  const problem = read.error?.issues[0]?.message;
  return (
    <>
      <TextInput
        label={t('updates.address')}
        description={t('updates.addressHint')}
        value={typed ?? address ?? ''}
        error={typed !== null && problem !== undefined && validationMessage(t, problem)}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {save.isError && <ErrorNote error={save.error} />}
      <Group>
        <Button
          size="xs"
          disabled={typed === null || !read.success}
          loading={save.isPending}
          onClick={() => save.mutate(wanted)}
        >
          {t('updates.save')}
        </Button>
      </Group>
    </>
  );
}

/** Where Nadir looks for updates, and what it has found. Not shown where it cannot replace itself. */
export function UpdatesSection() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const settings = useSettings();
  const info = useQuery(query.app.info.queryOptions()).data;
  const status = useQuery(query.updates.status.queryOptions()).data;
  const check = useMutation({ mutationFn: () => client.updates.check() });
  if (!settings || !info || status === undefined || status.mode === 'none') return null;
  const { mode, phase, managedBy, error, version } = status;
  return (
    <Stack gap="sm" maw={640} component="section" aria-label={t('settings.about.updates')}>
      <Title order={3} size="sm">
        {t('settings.about.updates')}
      </Title>
      {mode === 'managed' ? (
        <Text size="sm">{t('updates.managed', { path: managedBy })}</Text>
      ) : (
        <>
          <AddressField address={settings.updateAddress} />
          <Text size="sm" role="status">
            {phase === 'checking' && t('updates.checking')}
            {phase === 'current' && t('updates.current', { version: info.version })}
            {phase !== 'checking' && phase !== 'current' && t(`updates.mode.${mode}`)}
          </Text>
          {mode === 'on' && (phase === 'idle' || phase === 'current' || phase === 'failed') && (
            <Group>
              <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
                {t('updates.check')}
              </Button>
            </Group>
          )}
          {error !== null && version === null && <ErrorNote error={error} />}
          {check.isError && <ErrorNote error={check.error} />}
          <UpdateQuestion status={status} />
        </>
      )}
    </Stack>
  );
}
