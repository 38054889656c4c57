import { Alert, Button, Code, Group, NumberInput, Stack, Switch, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type SharingAddresses,
  type SharingStatus,
  sharingPortSchema,
} from '../../../src-preload/contract/sharing.ts';
import { useApi } from '../../kit/client/api.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct, useSay } from '../../kit/ui/use-act.ts';

const kinds = ['stac', 'wmts', 'tiles'] as const satisfies readonly (keyof SharingAddresses)[];
/** The shown part of each address; the key in it is only copied. */
const shownPaths: Readonly<Record<(typeof kinds)[number], string>> = {
  stac: '/…/',
  wmts: '/…/wmts',
  tiles: '/…/tiles/library/{z}/{x}/{y}.png',
};
const minPort = sharingPortSchema.minValue ?? 1_024;
const maxPort = sharingPortSchema.maxValue ?? 65_535;

/** A change by the user. */
type Change = { isOn?: boolean; port?: number | null };

interface SetProps {
  status: SharingStatus;
  onSet: (change: Change) => void;
}

/** The field for the port, saved on blur or Enter; empty for a free port. */
function PortField({ status: { port }, onSet }: SetProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | number | null>(null);
  const commit = () => {
    const wanted = typed === '' ? null : typeof typed === 'number' ? typed : port;
    if (typed !== null && wanted !== port && sharingPortSchema.nullable().safeParse(wanted).success)
      onSet({ port: wanted });
    setTyped(null);
  };
  return (
    <NumberInput
      maw={300}
      label={t('sharing.port')}
      description={t('sharing.portHint')}
      placeholder={t('sharing.anyPort')}
      value={typed ?? port ?? ''}
      min={minPort}
      max={maxPort}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator={false}
      hideControls
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

/** The addresses, each with a button that copies it with the key. */
function Addresses({ origin }: { origin: string }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  const copy = (kind: (typeof kinds)[number]) =>
    act(async () => {
      const addresses = await client.sharing.addresses();
      if (addresses === null) return;
      await navigator.clipboard.writeText(addresses[kind]);
      say({ message: t('sharing.copied'), color: 'teal' });
    });
  return (
    <Stack gap={6}>
      {kinds.map((kind) => (
        <Group key={kind} gap="sm" wrap="nowrap" justify="space-between">
          <div style={{ minWidth: 0 }}>
            <Text size="sm">{t(`sharing.address.${kind}`)}</Text>
            <Code style={{ overflowWrap: 'anywhere' }}>{`${origin}${shownPaths[kind]}`}</Code>
          </div>
          <Button
            size="xs"
            variant="default"
            style={{ flexShrink: 0 }}
            leftSection={<IconCopy size={14} aria-hidden />}
            aria-label={t('sharing.copyNamed', { name: t(`sharing.address.${kind}`) })}
            onClick={() => copy(kind)}
          >
            {t('menu.copy')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}

/** The text about the key, and the button that replaces it. */
function KeyPart({ keyKept }: Pick<SharingStatus, 'keyKept'>) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const renew = useMutation({
    mutationFn: () => client.sharing.renewKey(),
    onSuccess: () => say({ message: t('sharing.renewed'), color: 'teal' }),
  });
  return (
    <Stack gap={6}>
      <Text size="xs" c="var(--nadir-quiet)">
        {t('sharing.keyHint')} {keyKept === 'session' && t('sharing.keySession')}
      </Text>
      <Group>
        <Button size="xs" variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {t('sharing.renew')}
        </Button>
      </Group>
      {renew.isError && <ErrorNote error={renew.error} />}
    </Stack>
  );
}

/** Sets whether other programs on this computer may read the library, and shows its addresses. */
export function SharingSection() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const answer = useQuery(query.sharing.status.queryOptions());
  const set = useMutation({ mutationFn: (change: Change) => client.sharing.set(change) });
  if (answer.isError) return <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />;
  const status = answer.data;
  if (status === undefined) return null;
  const { isOn, state, trouble, origin, keyKept } = status;
  return (
    <Stack gap="md" maw={640} component="section" aria-label={t('sharing.title')} data-sharing={state}>
      <div>
        <Title order={3} size="sm">
          {t('sharing.title')}
        </Title>
        <Text size="xs" c="var(--nadir-quiet)">
          {t('sharing.hint')}
        </Text>
      </div>
      <Switch
        label={t('sharing.switch')}
        checked={isOn}
        disabled={set.isPending}
        onChange={(event) => set.mutate({ isOn: event.currentTarget.checked })}
      />
      {set.isError && <ErrorNote error={set.error} />}
      <Text size="sm" role="status">
        {t(`sharing.state.${state}`, { origin })}
      </Text>
      {trouble !== null && (
        <Alert icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}>
          <Text size="xs">{t(`sharing.trouble.${trouble}`)}</Text>
        </Alert>
      )}
      {isOn && <PortField status={status} onSet={set.mutate} />}
      {origin !== null && (
        <>
          <Addresses origin={origin} />
          <KeyPart keyKept={keyKept} />
        </>
      )}
    </Stack>
  );
}
