import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { type SkuKind, skuOf } from '../../../src-preload/contract/sku-catalogue.ts';
import { useApi } from '../../kit/client/api.tsx';
import { type PlanMode, uiStore } from '../../kit/state/ui-store.ts';
import { useDraft } from './draft/draft-store.ts';
import { chooseSkuKind, orderStore, useStoredSku } from './draft/order-store.ts';

/** What users want to order; the choice determines the generation of the service (service §9). */
const choices = ['point', 'repeated', 'area', 'rush', 'archive', 'sku', 'places'] as const;
type Choice = (typeof choices)[number];
const withoutOrders: readonly Choice[] = ['point', 'repeated', 'places'];

const skuKinds = { area: 'area', rush: 'rush', archive: 'archive', sku: 'point' } as const satisfies Partial<
  Record<Choice, SkuKind>
>;

function choiceOfKind(kind: SkuKind): Choice {
  if (kind === 'area') return 'area';
  if (kind === 'rush' || kind === 'rush-rapid') return 'rush';
  return kind === 'archive' || kind === 'archive-download' ? 'archive' : 'sku';
}

/** Asks what to capture before it shows a form; the user need not know the interface. */
export function PlanChoice({
  mode,
  hasOrders,
  settings,
}: {
  mode: PlanMode;
  hasOrders: boolean;
  settings: Settings;
}) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [draft, change] = useDraft(settings);
  const typedSku = useStore(orderStore, (state) => state.draft?.sku);
  const keptSku = useStoredSku(settings);
  const sku = typedSku ?? keptSku;
  const chosen: Choice =
    mode === 'prepared'
      ? 'places'
      : mode === 'task'
        ? draft.recurrent
          ? 'repeated'
          : 'point'
        : choiceOfKind(skuOf(sku, settings.orderSkus).kind);
  const choose = (choice: Choice) => {
    const planMode: PlanMode =
      choice === 'places' ? 'prepared' : choice === 'point' || choice === 'repeated' ? 'task' : 'order';
    uiStore.setState({ planMode });
    // A choice that cannot be saved needs no error message.
    client.settings.set({ workspace: { planMode } }).catch(() => undefined);
    if (choice === 'point' || choice === 'repeated') change({ recurrent: choice === 'repeated' });
    else if (choice !== 'places') chooseSkuKind(skuKinds[choice]);
  };
  return (
    <Group gap={4} mt={6} role="radiogroup" aria-label={t('orderForm.mode')}>
      {choices.map((choice) => (
        <Chip
          key={choice}
          type="radio"
          name="plan-choice"
          size="xs"
          radius="sm"
          variant="outline"
          disabled={!hasOrders && !withoutOrders.includes(choice)}
          checked={chosen === choice}
          onChange={() => choose(choice)}
        >
          {t(`plan.choice.${choice}`)}
        </Chip>
      ))}
    </Group>
  );
}
