import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFocus2, IconPolygon, IconSquare, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Area, areaKm2, boxOf, verticesOf } from '../../../../src-shared/geometry/area.ts';
import { cutAtAntimeridian } from '../../../../src-shared/geometry/cut-area.ts';
import { createHistory } from '../../../../src-shared/geometry/history.ts';
import type { CoordinateFormat } from '../../../kit/i18n/coordinates.ts';
import { formatKm2 } from '../../../kit/i18n/format-km2.ts';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';
import { type AreaTool, fitTo, mapStore, zoomToBox } from '../../../kit/state/map-store.ts';
import { haveOthersKeys } from '../../../kit/ui/outside-of-text.ts';
import { focusPane } from '../../../kit/ui/panes.ts';
import { areasOfDraft, type OrderDraft, verticesText } from '../draft/order-draft.ts';
import { ImportAreas } from './import-areas.tsx';
import type { OrderFieldsProps } from './order-fields-props.ts';

function stepOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo';
  return key === 'z' ? 'undo' : null;
}

/**
 * Handles Ctrl+Z for areas that were drawn, dragged, imported or removed. Outside of text fields, the browser would
 * undo the last typing anywhere instead, for example in the SKU, which would remove the whole area form.
 */
function useAreaHistory(areas: readonly Area[], isTyped: boolean, restore: (areas: readonly Area[]) => void) {
  const history = useRef(createHistory<readonly Area[]>());
  const key = JSON.stringify(areas);
  const last = useRef({ key, areas, isTyped });
  const restored = useRef<string | null>(null);
  useEffect(() => {
    const before = last.current;
    if (before.key === key) return;
    last.current = { key, areas, isTyped };
    if (restored.current === key) {
      restored.current = null;
      return;
    }
    // Typing is one change; the text field itself undoes single letters.
    if (!(isTyped && before.isTyped)) history.current.note(before.areas);
  }, [key, areas, isTyped]);
  const write = useRef(restore);
  useEffect(() => {
    write.current = restore;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step === null || haveOthersKeys(event.target)) return;
      event.preventDefault();
      const next = history.current[step](last.current.areas);
      if (next === null) return;
      restored.current = JSON.stringify(next);
      write.current(next);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const draftAreas = (areas: readonly Area[]): OrderDraft['areas'] =>
  areas.map((area) => area.map((ring) => ring.map(([x, y]): [number, number] => [x, y])));

/** Keeps the areas of the form and of the map equal, whichever of them changes. */
function useAreasOnMap(areas: readonly Area[], set: OrderFieldsProps['set']) {
  const shown = useRef<string | null>(null);
  const key = JSON.stringify(areas);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    mapStore.setState({ areas: areas.length === 0 ? null : areas });
  }, [key, areas]);
  const write = useRef(set);
  useEffect(() => {
    write.current = set;
  });
  useEffect(
    () =>
      mapStore.subscribe((state, before) => {
        if (state.areas === before.areas || state.areas === null) return;
        const drawn = JSON.stringify(state.areas);
        if (drawn === shown.current) return;
        shown.current = drawn;
        write.current({ areas: draftAreas(state.areas), corners: null });
      }),
    [],
  );
  useEffect(() => {
    mapStore.setState({ areasEditable: true });
    return () => mapStore.setState({ areas: null, areaTool: null, areasEditable: false });
  }, []);
}

function AreaRow({ area, onRemove }: { area: Area; onRemove: () => void }) {
  const { t, i18n } = useTranslation();
  const parts = cutAtAntimeridian(area).length;
  return (
    <Group gap={6} wrap="nowrap" data-testid="area">
      <Text size="xs" style={{ flex: 1 }}>
        {t('orderForm.areaSize', {
          size: formatKm2(i18n.language, areaKm2(area)),
          vertices: t('orderForm.vertices', { count: verticesOf(area) }),
        })}
        {parts > 1 && ` · ${t('orderForm.overAntimeridian', { count: parts })}`}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('orderForm.zoomToArea')}
        title={t('orderForm.zoomToArea')}
        onClick={() => zoomToBox(boxOf(area))}
      >
        <IconFocus2 size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('orderForm.removeArea')}
        title={t('orderForm.removeArea')}
        onClick={onRemove}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

interface AreaFieldProps extends OrderFieldsProps {
  format: CoordinateFormat;
}

/** The buttons to draw a polygon or a box on the map and to import areas. */
function AreaTools({ onImport }: { onImport: (areas: readonly Area[]) => void }) {
  const { t } = useTranslation();
  const tool = useStore(mapStore, (state) => state.areaTool);
  const use = (next: AreaTool) => {
    mapStore.setState({ areaTool: tool === next ? null : next, picking: false, pickingScene: false });
    if (tool !== next) focusPane('map');
  };
  const tools = [
    ['polygon', IconPolygon, t('orderForm.draw')],
    ['box', IconSquare, t('orderForm.box')],
  ] as const;
  return (
    <Group gap={6}>
      {tools.map(([name, Icon, label]) => (
        <Button
          key={name}
          size="xs"
          variant={tool === name ? 'filled' : 'default'}
          leftSection={<Icon size={14} aria-hidden />}
          aria-pressed={tool === name}
          onClick={() => use(name)}
        >
          {label}
        </Button>
      ))}
      <ImportAreas onImport={onImport} />
    </Group>
  );
}

/** The area of interest: drawn, typed or imported from a file. The map and the text always show the same areas. */
export function AreaField({ draft, set, errorOf, format }: AreaFieldProps) {
  const { t } = useTranslation();
  const { areas, problem } = areasOfDraft(draft);
  // Problems of a drawn area are shown at once, those of a typed one only after submitting the form.
  const drawnWrong = draft.corners === null && draft.areas.length > 0 ? problem : null;
  const raw: readonly Area[] = draft.corners === null ? draft.areas : areas;
  useAreasOnMap(raw, set);
  useAreaHistory(raw, draft.corners !== null, (before) => set({ areas: draftAreas(before), corners: null }));

  const take = (next: readonly Area[]) => {
    set({ areas: draftAreas(next), corners: null });
    fitTo(next.flatMap(([outer = []]) => outer));
  };
  return (
    <Stack gap={6} component="section" aria-label={t('plan.choice.area')} data-testid="area-field">
      <AreaTools onImport={take} />
      {areas.map((area, i) => (
        <AreaRow
          // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other identity
          key={i}
          area={area}
          onRemove={() =>
            draft.corners === null && areas.length > 1
              ? set({ areas: draft.areas.filter((_, other) => other !== i) })
              : set({ areas: [], corners: null })
          }
        />
      ))}
      {areas.length > 1 && <Text size="xs">{t('orderForm.oneEach', { count: areas.length })}</Text>}
      <Textarea
        label={t('orderForm.verticesLabel')}
        description={t('orderForm.verticesHint')}
        value={draft.corners ?? verticesText(raw, format)}
        onChange={(event) => {
          const text = event.currentTarget.value;
          set(text.trim() === '' ? { areas: [], corners: null } : { corners: text });
        }}
        error={errorOf('area') ?? (drawnWrong && validationMessage(t, drawnWrong.message, drawnWrong.values))}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        autoComplete="off"
        withAsterisk
      />
    </Stack>
  );
}
