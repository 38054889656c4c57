import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Area, maxTotalVertices, verticesOf } from '../../../../src-shared/geometry/area.ts';
import type { ImportedFeature } from '../../../formats/imported.ts';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';
import { ImportDialog, useImport } from '../../places/import/import-dialog.tsx';
import type { ImportLimits, ImportTarget } from '../../places/import/import-target.ts';

/** Each area becomes an order, so the user selects them one by one. */
const limits: ImportLimits = { accepts: 'area', maxFeatures: 500, selectsEach: true, keepsAttributes: false };

const areasOf = (features: readonly ImportedFeature[]): Area[] =>
  features.flatMap(({ geometry }) => (geometry.kind === 'area' ? [geometry.rings] : []));

/** The button and the dialog that import areas into the order form: one area, or several with one order each. */
export function ImportAreas({ onImport }: { onImport: (areas: readonly Area[]) => void }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const state = useImport(limits);
  const selected = useStore(state.store, ({ files }) =>
    files.reduce((sum, { features, selected: own }) => {
      const areas = areasOf([...own].flatMap((index) => features[index] ?? []));
      return sum + areas.reduce((all, area) => all + verticesOf(area), 0);
    }, 0),
  );
  const collected = useRef<Area[]>([]);
  const target: ImportTarget = {
    limits,
    title: t('import.areasTitle'),
    numbered: (position) => t('import.feature', { number: position }),
    addLabel: (count) => (count === 0 ? t('orderForm.takeNone') : t('orderForm.takeAreas', { count })),
    blocked:
      selected > maxTotalVertices
        ? validationMessage(t, 'validation.tooManyVertices', { count: selected, most: maxTotalVertices })
        : null,
    async begin() {
      collected.current = [];
      return {
        add: async (features) => void collected.current.push(...areasOf(features)),
        finish: async () => undefined,
        cancel: async () => undefined,
      };
    },
    onDone() {
      onImport(collected.current);
      state.clear();
      setOpened(false);
    },
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileImport size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('orderForm.import')}
      </Button>
      <ImportDialog
        state={state}
        target={target}
        opened={opened}
        onOpen={() => setOpened(true)}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
