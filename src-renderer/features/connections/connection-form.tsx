import {
  Button,
  Group,
  PasswordInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ConnectionDraft,
  type ConnectionView,
  connectionDraftSchema,
} from '../../../src-preload/contract/connections.ts';
import { useApi } from '../../kit/client/api.tsx';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { readAnnouncement } from './announcement.ts';

const addressFields = [
  'authUrl',
  'legacyAuthUrl',
  'accountsUrl',
  'baseUrl',
  'catalogUrl',
  'ordersUrl',
  'ordersPrefix',
  'catalogPath',
  'contractHeader',
  'taskingAudience',
] as const;
type AddressField = (typeof addressFields)[number];
const optional = new Set<AddressField>(['legacyAuthUrl', 'accountsUrl', 'ordersUrl', 'ordersPrefix']);
/** Fields that may be empty: without a prefix, the calls follow the address directly. */
const mayBeEmpty = new Set<AddressField>(['ordersPrefix']);

interface FormValues extends Record<AddressField, string> {
  name: string;
  credentialKind: 'oauth' | 'legacy';
}

function valuesOf(connection: ConnectionView | null): FormValues {
  const addresses = connection?.addresses;
  const values = Object.fromEntries(addressFields.map((field) => [field, addresses?.[field] ?? '']));
  return {
    authUrl: '',
    legacyAuthUrl: '',
    accountsUrl: '',
    baseUrl: '',
    catalogUrl: '',
    ordersUrl: '',
    ordersPrefix: '/v2',
    catalogPath: '',
    contractHeader: '',
    taskingAudience: '',
    ...(connection ? values : {}),
    name: connection?.name ?? '',
    credentialKind: connection?.credentialKind ?? 'oauth',
  };
}

function draftOf({ name, credentialKind, ...addresses }: FormValues) {
  const given = Object.fromEntries(
    addressFields.map((field) => [
      field,
      optional.has(field) && !mayBeEmpty.has(field) && addresses[field] === '' ? null : addresses[field],
    ]),
  );
  return { name, credentialKind, addresses: given };
}

interface ConnectionFormProps {
  connection: ConnectionView | null;
  onDone: (saved: ConnectionView | null) => void;
}

/** The form with the addresses that the interface leaves open; they can be pasted as one JSON object. */
export function ConnectionForm({ connection, onDone }: ConnectionFormProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [pasted, setPasted] = useState('');
  const form = useForm<FormValues>({
    initialValues: valuesOf(connection),
    validate: (values) => {
      const parsed = connectionDraftSchema.safeParse(draftOf(values));
      if (parsed.success) return {};
      return Object.fromEntries(
        parsed.error.issues.map((issue) => [String(issue.path.at(-1)), validationMessage(t, issue.message)]),
      );
    },
  });
  const save = useCommand({
    mutationFn: async (draft: ConnectionDraft) =>
      connection ? client.connections.update({ ...draft, id: connection.id }) : client.connections.add(draft),
    onSuccess: onDone,
  });
  const paste = (text: string) => {
    setPasted(text);
    const found = readAnnouncement(text);
    if (!found) return;
    for (const field of addressFields) form.setFieldValue(field, found[field] ?? '');
    // The pasted text may contain a secret, so it does not stay on the screen.
    setPasted('');
  };
  return (
    <form
      noValidate
      aria-label={t('connections.form')}
      onSubmit={form.onSubmit((values) => {
        const parsed = connectionDraftSchema.safeParse(draftOf(values));
        if (parsed.success) save.mutate(parsed.data);
      })}
    >
      <Stack gap="xs">
        <Textarea
          label={t('connections.paste')}
          description={t('connections.pasteHint')}
          rows={2}
          value={pasted}
          error={pasted.trim() !== '' && t('connections.pasteUnread')}
          onChange={(event) => paste(event.currentTarget.value)}
        />
        <TextInput label={t('label.name')} {...form.getInputProps('name')} withAsterisk />
        <SegmentedControl
          aria-label={t('connections.kind')}
          data={[
            { value: 'oauth', label: t('connections.oauth') },
            { value: 'legacy', label: t('connections.legacy') },
          ]}
          {...form.getInputProps('credentialKind')}
        />
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
          {addressFields.map((field) => (
            <TextInput
              key={field}
              label={t(`connections.field.${field}`)}
              {...form.getInputProps(field)}
              withAsterisk={!optional.has(field)}
              spellCheck={false}
            />
          ))}
        </SimpleGrid>
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onDone(null)}>
            {t('common.back')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The form that sets credentials. It never shows them: the renderer can write a secret but cannot read it. */
export function CredentialsForm({
  connection,
  moved = false,
  onDone,
}: {
  connection: ConnectionView;
  /** True if there were credentials for the former addresses. */
  moved?: boolean;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [clientId, setClientId] = useState('');
  const [clientSecret, setClientSecret] = useState('');
  const save = useCommand({
    mutationFn: (sessionOnly: boolean) =>
      client.connections.setCredentials({ id: connection.id, clientId, clientSecret, sessionOnly }),
    // The query client must not cache them either.
    gcTime: 0,
    onSuccess: () => {
      setClientId('');
      setClientSecret('');
      onDone();
    },
  });
  const complete = clientId.trim() !== '' && clientSecret !== '';
  return (
    <form
      noValidate
      aria-label={t('connections.credentials')}
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) save.mutate(false);
      }}
    >
      <Stack gap="xs" maw={420}>
        {moved && (
          <Text size="sm" role="status">
            {t('connections.addressesMoved')}
          </Text>
        )}
        <TextInput
          label={t('connections.clientId')}
          value={clientId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setClientId(event.currentTarget.value)}
          withAsterisk
        />
        <PasswordInput
          label={t('connections.clientSecret')}
          value={clientSecret}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('connections.showSecret') }}
          onChange={(event) => setClientSecret(event.currentTarget.value)}
          withAsterisk
        />
        <Text size="xs" c="var(--nadir-quiet)">
          {t('connections.credentialsHint')}
        </Text>
        {save.isError && <ErrorNote error={save.error} />}
        <Group>
          <Button type="submit" disabled={!complete} loading={save.isPending}>
            {t('connections.keepInKeychain')}
          </Button>
          <Button variant="default" disabled={!complete} onClick={() => save.mutate(true)}>
            {t('connections.sessionOnly')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
