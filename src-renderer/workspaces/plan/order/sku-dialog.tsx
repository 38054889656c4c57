import {
  ActionIcon,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AddedSku,
  addedSkuSchema,
  type ParameterType,
} from '../../../../src-preload/contract/settings.ts';
import { knownTypes } from '../../../../src-preload/contract/sku-catalogue.ts';
import { useApi } from '../../../client/api.tsx';
import { validationMessage } from '../../../i18n/validation-message.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';

const freeTypes = ['text', 'number', 'yes-no', 'json', 'time', 'duration'] as const;
const isFreeType = (value: string | null): value is (typeof freeTypes)[number] =>
  freeTypes.some((type) => type === value);

type Row = AddedSku['parameters'][number];

const emptySku = (code: string): AddedSku => ({
  code,
  label: '',
  geometry: 'Point',
  parameters: [
    { name: 'start', type: 'time', required: true },
    { name: 'end', type: 'time', required: true },
    { name: 'processing_level', type: 'level', required: false },
  ],
});

function ParameterRow({
  row,
  number,
  error,
  onChange,
  onRemove,
}: {
  row: Row;
  number: number;
  error: string | undefined;
  onChange: (row: Row) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const known: ParameterType | undefined = Object.hasOwn(knownTypes, row.name)
    ? knownTypes[row.name]
    : undefined;
  return (
    <Group
      gap={6}
      wrap="nowrap"
      align="flex-start"
      role="group"
      aria-label={t('orderForm.parameterNumber', { number })}
    >
      <Autocomplete
        style={{ flex: 1 }}
        aria-label={t('orderForm.parameterName')}
        placeholder={t('orderForm.parameterName')}
        data={Object.keys(knownTypes)}
        value={row.name}
        onChange={(name) => onChange({ ...row, name, type: knownTypes[name] ?? (known ? 'text' : row.type) })}
        error={error}
      />
      <Select
        w={120}
        aria-label={t('label.type')}
        data={[...freeTypes, ...(isFreeType(row.type) ? [] : [row.type])].map((type) => ({
          value: type,
          label: t(`orderForm.type.${type}`),
        }))}
        value={row.type}
        disabled={known !== undefined}
        allowDeselect={false}
        onChange={(type) => isFreeType(type) && onChange({ ...row, type })}
      />
      <Checkbox
        mt={8}
        label={t('orderForm.isRequired')}
        checked={row.required}
        onChange={(event) => onChange({ ...row, required: event.currentTarget.checked })}
      />
      <ActionIcon
        mt={4}
        variant="subtle"
        color="gray"
        aria-label={t('orderForm.removeParameter', { name: row.name || number })}
        onClick={onRemove}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function SkuEditor({
  start,
  added,
  onDone,
  onUse,
}: {
  start: AddedSku;
  added: readonly AddedSku[];
  onDone: () => void;
  onUse: (code: string) => void;
}) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [sku, setSku] = useState(start);
  const [tried, setTried] = useState(false);
  const parsed = addedSkuSchema.safeParse(sku);
  const names = sku.parameters.map(({ name }) => name.trim());
  const errors = new Map(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]));
  for (const [i, name] of names.entries())
    if (name !== '' && (names.indexOf(name) < i || name === '__proto__'))
      errors.set(`parameters.${i}.name`, 'validation.twice');
  const errorOf = (field: string) => {
    const message = errors.get(field);
    return tried && message !== undefined ? validationMessage(t, message) : undefined;
  };
  const save = useMutation({
    mutationFn: (next: AddedSku) =>
      client.settings.set({
        orderSkus: [...added.filter(({ code }) => code !== start.code && code !== next.code), next],
      }),
    onSuccess: (_, next) => onUse(next.code),
  });
  const setRow = (at: number, row: Row | null) =>
    setSku({
      ...sku,
      parameters: sku.parameters.flatMap((each, i) => (i !== at ? [each] : row ? [row] : [])),
    });
  return (
    <form
      noValidate
      aria-label={t('orderForm.skuForm')}
      onSubmit={(event) => {
        event.preventDefault();
        // Otherwise the order form around the dialog would be submitted too.
        event.stopPropagation();
        if (parsed.success && errors.size === 0) save.mutate(parsed.data);
        else setTried(true);
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('orderForm.skuCode')}
          value={sku.code}
          onChange={(event) => setSku({ ...sku, code: event.currentTarget.value })}
          error={errorOf('code')}
          spellCheck={false}
          withAsterisk
          data-autofocus
        />
        <TextInput
          label={t('orderForm.skuLabel')}
          value={sku.label}
          onChange={(event) => setSku({ ...sku, label: event.currentTarget.value })}
          error={errorOf('label')}
        />
        <SegmentedControl
          aria-label={t('orderForm.geometry')}
          data={[
            { value: 'Point', label: t('plan.choice.point') },
            { value: 'Polygon', label: t('plan.choice.area') },
          ]}
          value={sku.geometry}
          onChange={(value) => setSku({ ...sku, geometry: value === 'Polygon' ? value : 'Point' })}
        />
        <Stack gap={6}>
          <Text size="sm" fw={500}>
            {t('orderForm.parameters')}
          </Text>
          {sku.parameters.map((row, i) => (
            <ParameterRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are typed
              key={i}
              row={row}
              number={i + 1}
              error={errorOf(`parameters.${i}.name`)}
              onChange={(next) => setRow(i, next)}
              onRemove={() => setRow(i, null)}
            />
          ))}
          <Group>
            <Button
              size="compact-xs"
              variant="default"
              disabled={sku.parameters.length >= 50}
              onClick={() =>
                setSku({
                  ...sku,
                  parameters: [...sku.parameters, { name: '', type: 'text', required: false }],
                })
              }
            >
              {t('orderForm.addParameter')}
            </Button>
          </Group>
        </Stack>
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('common.back')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('orderForm.saveSku')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface SkuDialogProps {
  opened: boolean;
  added: readonly AddedSku[];
  /** A code that is not known yet, as the first value of the form. */
  suggested: string;
  onClose: () => void;
  onUse: (code: string) => void;
}

/** The dialog for SKUs that the user describes, so that new ones need no new version of Nadir. */
export function SkuDialog({ opened, added, suggested, onClose, onUse }: SkuDialogProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [edited, setEdited] = useState<AddedSku | null>(null);
  const remove = useMutation({
    mutationFn: (code: string) =>
      client.settings.set({ orderSkus: added.filter((each) => each.code !== code) }),
  });
  const close = () => {
    setEdited(null);
    onClose();
  };
  const asked = edited ?? (added.length === 0 ? emptySku(suggested) : null);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('orderForm.skusTitle')}
      size={560}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      {asked ? (
        <SkuEditor
          key={asked.code}
          start={asked}
          added={added}
          onDone={() => (edited && added.length > 0 ? setEdited(null) : close())}
          onUse={(code) => {
            setEdited(null);
            onUse(code);
          }}
        />
      ) : (
        <Stack gap="sm">
          {added.map((sku) => (
            <Group key={sku.code} gap={6} wrap="nowrap" data-testid="added-sku">
              <Text size="sm" style={{ flex: 1, overflowWrap: 'anywhere' }}>
                {sku.code}
                {sku.label !== '' && (
                  <Text span size="xs" c="var(--nadir-quiet)" ml={8}>
                    {sku.label}
                  </Text>
                )}
              </Text>
              <Button size="compact-xs" variant="default" onClick={() => onUse(sku.code)}>
                {t('common.use')}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('orderForm.editSku', { code: sku.code })}
                onClick={() => setEdited(sku)}
              >
                <IconPencil size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('orderForm.removeSku', { code: sku.code })}
                onClick={() => remove.mutate(sku.code)}
              >
                <IconTrash size={15} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {remove.isError && <ErrorNote error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
            <Button onClick={() => setEdited(emptySku(suggested))} data-autofocus>
              {t('orderForm.anotherSku')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
