import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddedSku, addedSkuSchema } from '../../../../src-preload/contract/settings.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';
import { useCommand } from '../../../kit/ui/use-command.ts';

/** A parameter of a SKU that the user defines. */
export type SkuParameter = AddedSku['parameters'][number];

interface SkuFormOptions {
  /** The SKU before it is edited; the code of a new one is not stored yet. */
  start: AddedSku;
  stored: readonly AddedSku[];
  onSaved: (code: string) => void;
}

/** Returns the message keys of the errors of a SKU, by the path of the field. */
function errorsOf(sku: AddedSku): Map<string, string> {
  const issues = addedSkuSchema.safeParse(sku).error?.issues ?? [];
  const errors = new Map(issues.map(({ path, message }) => [path.join('.'), message]));
  const names = sku.parameters.map(({ name }) => name.trim());
  for (const [i, name] of names.entries())
    if (name !== '' && (names.indexOf(name) < i || name === '__proto__'))
      errors.set(`parameters.${i}.name`, 'validation.twice');
  return errors;
}

/** Returns the state of the form for a SKU: its values, how to save it, and its errors after the first attempt. */
export function useSkuForm({ start, stored, onSaved }: SkuFormOptions) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [sku, setSku] = useState(start);
  const [isTried, setTried] = useState(false);
  const errors = errorsOf(sku);
  const saving = useCommand({
    mutationFn: (next: AddedSku) =>
      client.settings.set({
        orderSkus: [...stored.filter(({ code }) => code !== start.code && code !== next.code), next],
      }),
    onSuccess: (_, next) => onSaved(next.code),
  });
  return {
    sku,
    saving,
    change: (patch: Partial<AddedSku>) => setSku({ ...sku, ...patch }),
    /** Replaces a parameter, or removes it (null). */
    setParameter: (index: number, parameter: SkuParameter | null) =>
      setSku({
        ...sku,
        parameters: sku.parameters.flatMap((each, i) =>
          i !== index ? [each] : parameter ? [parameter] : [],
        ),
      }),
    errorOf(field: string): string | undefined {
      const message = errors.get(field);
      return isTried && message !== undefined ? validationMessage(t, message) : undefined;
    },
    /** Saves the SKU; if it is invalid, shows its errors instead. */
    submit() {
      const parsed = addedSkuSchema.safeParse(sku);
      if (parsed.success && errors.size === 0) saving.mutate(parsed.data);
      else setTried(true);
    },
  };
}
