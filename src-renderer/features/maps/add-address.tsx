import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AddressKind,
  addressKindSchema,
  closestMapZoom,
  type MapAddress,
  type MapProbe,
} from '../../../src-preload/contract/maps.ts';
import { useApi } from '../../kit/client/api.tsx';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';
import { formatBytes } from '../../kit/i18n/format.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { kindNames } from './kind-names.ts';

interface AddressValues {
  kind: AddressKind;
  address: string;
  subdomains: string;
  key: string;
  layer: string | null;
  name: string;
  attribution: string;
  minZoom: number;
  maxZoom: number;
  keyForSession: boolean;
}

const initial: AddressValues = {
  kind: 'xyz',
  address: '',
  subdomains: '',
  key: '',
  layer: null,
  name: '',
  attribution: '',
  minZoom: 0,
  maxZoom: 19,
  keyForSession: false,
};

const draftOf = ({ kind, address, subdomains, layer, key }: AddressValues): MapAddress => ({
  kind,
  address,
  subdomains,
  layer,
  key: key.trim() === '' ? null : key,
});

type AddressForm = UseFormReturnType<AddressValues>;

/** The fields that decide which server is used. After a change the address must be tested again. */
function WhereFields({ form, changed }: { form: AddressForm; changed: () => void }) {
  const { t } = useTranslation();
  const { address, kind } = form.values;
  const set = (field: 'address' | 'subdomains' | 'key', value: string) => {
    form.setFieldValue('layer', null);
    form.setFieldValue(field, value);
    changed();
  };
  return (
    <>
      <Select
        label={t('ownMaps.kindLabel')}
        allowDeselect={false}
        data={addressKindSchema.options.map((value) => ({
          value,
          label: value === 'wmts' ? kindNames.wmts : t(`ownMaps.kindLong.${value}`),
        }))}
        value={kind}
        onChange={(value) => {
          const read = addressKindSchema.safeParse(value);
          if (!read.success) return;
          form.setFieldValue('kind', read.data);
          form.setFieldValue('layer', null);
          changed();
        }}
      />
      <TextInput
        label={t('ownMaps.address')}
        description={t(`ownMaps.addressHint.${kind === 'xyz' || kind === 'tms' ? 'tiles' : 'description'}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        spellCheck={false}
        required
        data-autofocus
        value={address}
        onChange={(event) => set('address', event.currentTarget.value)}
      />
      {/\{s\}/.test(address) && (
        <TextInput
          label={t('ownMaps.subdomains')}
          spellCheck={false}
          value={form.values.subdomains}
          onChange={(event) => set('subdomains', event.currentTarget.value)}
        />
      )}
      {/\{[a-z]*(?:key|token)\}/i.test(address) && (
        <PasswordInput
          label={t('ownMaps.key')}
          description={t('ownMaps.keyHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          visibilityToggleButtonProps={{ 'aria-label': t('ownMaps.showKey') }}
          autoComplete="off"
          value={form.values.key}
          onChange={(event) => set('key', event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** The answer of the server, with the fields that can be changed. */
function FoundFields({
  form,
  found,
  onLayer,
}: {
  form: AddressForm;
  found: MapProbe;
  onLayer: (layer: string) => void;
}) {
  const { t, i18n } = useTranslation();
  const { tile, layers } = found;
  return (
    <>
      <Text size="sm" role="status" data-testid="map-found">
        {tile === null
          ? t('ownMaps.foundNoTile')
          : t('ownMaps.foundTile', {
              type: tile.contentType,
              size: formatBytes(i18n.language, tile.sizeBytes),
            })}{' '}
        {t('ownMaps.foundHosts', { hosts: found.hosts.join(', ') })}
      </Text>
      {layers.length > 1 && (
        <Select
          label={t('label.layer')}
          searchable
          allowDeselect={false}
          data={layers.map(({ name, title }) => ({ value: name, label: title }))}
          value={form.values.layer ?? found.layer}
          onChange={(layer) => layer !== null && onLayer(layer)}
        />
      )}
      <TextInput label={t('label.name')} required {...form.getInputProps('name')} />
      <TextInput
        label={t('ownMaps.attribution')}
        description={t('ownMaps.attributionHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('attribution')}
      />
      <Group grow>
        <NumberInput
          label={t('ownMaps.minZoom')}
          min={0}
          max={closestMapZoom}
          {...form.getInputProps('minZoom')}
        />
        <NumberInput
          label={t('ownMaps.maxZoom')}
          min={0}
          max={closestMapZoom}
          {...form.getInputProps('maxZoom')}
        />
      </Group>
    </>
  );
}

function AddAddressForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [found, setFound] = useState<MapProbe | null>(null);
  const form = useForm<AddressValues>({ initialValues: initial });
  const probe = useCommand({
    mutationFn: (draft: MapAddress) => client.maps.probe(draft),
    onSuccess(answer) {
      setFound(answer);
      const { layer, name, attribution, minZoom, maxZoom } = answer;
      form.setValues({ layer, name, attribution, minZoom, maxZoom });
    },
  });
  const add = useCommand({
    mutationFn: ({ name, attribution, minZoom, maxZoom, keyForSession, ...where }: AddressValues) =>
      client.maps.addAddress({
        ...draftOf({ ...initial, ...where }),
        name,
        attribution,
        keyForSession,
        minZoom: Number(minZoom),
        maxZoom: Number(maxZoom),
      }),
    onSuccess: onClose,
  });
  const test = (layer: string | null) => {
    add.reset();
    probe.mutate({ ...draftOf(form.values), layer });
  };
  const forget = () => {
    setFound(null);
    probe.reset();
    add.reset();
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => (found === null ? test(values.layer) : add.mutate(values)))}
    >
      <Stack gap="sm">
        <WhereFields form={form} changed={forget} />
        {probe.isError && <ErrorNote error={probe.error} />}
        {found !== null && (
          <FoundFields
            form={form}
            found={found}
            onLayer={(layer) => {
              form.setFieldValue('layer', layer);
              test(layer);
            }}
          />
        )}
        {add.isError && <ErrorNote error={add.error} />}
        {hasErrorCode(add.error, 'KEYCHAIN_UNAVAILABLE') && (
          <Checkbox
            label={t('ownMaps.keyForSession')}
            {...form.getInputProps('keyForSession', { type: 'checkbox' })}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.back')}
          </Button>
          <Button
            type="submit"
            loading={probe.isPending || add.isPending}
            disabled={form.values.address.trim() === ''}
          >
            {found === null ? t('ownMaps.test') : t('ownMaps.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The dialog that adds a map of a server. The address must be tested before it can be added. */
export function AddAddressDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('ownMaps.addAddress')} size="lg">
      <AddAddressForm onClose={onClose} />
    </Dialog>
  );
}
