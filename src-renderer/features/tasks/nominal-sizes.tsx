import { Autocomplete, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveScope, useApi, useContractName } from '../../kit/client/api.tsx';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import {
  contractKey,
  type NominalSize,
  nominalSizesKey,
  nominalSizeText,
  readNominalSize,
  storedSizes,
  useStoredSizes,
} from './nominal-size.ts';

/** The sizes that known contracts set (service §10.3). */
const knownSizes = ['5 × 5', '5 × 10'];

interface SizeFieldProps {
  label: string;
  size: NominalSize | null;
  onSave: (size: NominalSize | null) => void;
}

function SizeField({ label, size, onSave }: SizeFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const read = readNominalSize(typed ?? '');
  const save = (text: string) => {
    const next = readNominalSize(text);
    if (next !== null && 'problem' in next) return;
    setTyped(null);
    onSave(next?.size ?? null);
  };
  return (
    <Autocomplete
      label={label}
      placeholder={t('settings.nominal.none')}
      data={knownSizes}
      // Both are offered whatever the field contains.
      filter={({ options }) => options}
      value={typed ?? (size === null ? '' : nominalSizeText(size))}
      onChange={setTyped}
      onOptionSubmit={save}
      onBlur={() => typed !== null && save(typed)}
      onKeyDown={({ key }) => key === 'Enter' && typed !== null && save(typed)}
      error={typed !== null && read && 'problem' in read ? validationMessage(t, read.problem) : undefined}
      maw={300}
    />
  );
}

/**
 * Sets the size of the nominal footprints of each product, which the map draws around a point. Without a size, nothing
 * is drawn.
 */
export function NominalSizes() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const scope = useActiveScope();
  const contract = useContractName();
  const kept = useStoredSizes();
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const reference = useQuery(
    query.tasking.reference.queryOptions({ input: scope ? { scope } : skipToken }),
  ).data;
  if (!scope || !reference || reference.products.length === 0) return null;
  const key = contractKey(scope);
  const own = kept[key] ?? {};
  const save = (pk: number, size: NominalSize | null) => {
    // Two fields may be left before the first answer: each change is applied to what is saved by then.
    const before = saving.current;
    const saved = async () => {
      await before.catch(() => undefined);
      const present = storedSizes((await client.settings.get()).workspace);
      const { [String(pk)]: _, ...others } = present[key] ?? {};
      const sizes = size === null ? others : { ...others, [String(pk)]: size };
      await client.settings.set({ workspace: { [nominalSizesKey]: { ...present, [key]: sizes } } });
    };
    act(() => {
      saving.current = saved();
      return saving.current;
    });
  };
  return (
    <Stack gap={6} component="section" aria-label={t('settings.nominal.title')}>
      <Text size="sm">{t('settings.nominal.title')}</Text>
      <Text size="xs" c="var(--nadir-quiet)">
        {t('settings.nominal.hint', { contract })}
      </Text>
      {reference.products.map(({ pk, name }) => (
        <SizeField
          key={`${key} ${pk}`}
          label={`${name} (${pk})`}
          size={own[String(pk)] ?? null}
          onSave={(size) => save(pk, size)}
        />
      ))}
    </Stack>
  );
}
