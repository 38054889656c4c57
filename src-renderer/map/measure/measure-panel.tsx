import { ActionIcon, Button, CloseButton, Group, SegmentedControl, Select, Table, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useSettings } from '../../kit/client/api.tsx';
import {
  beginMeasure,
  changeMeasureKind,
  endMeasure,
  type Measure,
  measureKinds,
  measureStore,
  removeLastVertex,
} from '../../kit/state/measure-store.ts';
import { pixelsStore } from '../../kit/state/pixels-store.ts';
import { focusPane } from '../../kit/ui/panes.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import classes from '../map-pane.module.css';
import type { NadirMap } from '../nadir-map.ts';
import { measureText, measureTexts, type SideTexts } from './measure-table.ts';
import { areaUnits, formatLength, lengthUnits } from './measure-units.ts';
import { useMeasureUnits } from './use-measure-units.ts';

function Sides({ sides }: { sides: readonly SideTexts[] }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section className={classes.measureSides} aria-label={t('measure.sides')} tabIndex={0}>
      <Table fz="xs" verticalSpacing={1} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('measure.side')}</Table.Th>
            <Table.Th ta="right">{t('measure.length')}</Table.Th>
            <Table.Th ta="right">{t('measure.azimuth')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody style={{ fontVariantNumeric: 'tabular-nums' }}>
          {sides.map(({ from, to, length, azimuth }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sides have no other identity
            <Table.Tr key={index} title={`${from} → ${to}`}>
              <Table.Td>{index + 1}</Table.Td>
              <Table.Td ta="right">{length}</Table.Td>
              <Table.Td ta="right">{azimuth}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Units({ kind }: Pick<Measure, 'kind'>) {
  const { t } = useTranslation();
  const { units, change } = useMeasureUnits();
  return (
    <Group gap={6} grow>
      <Select
        size="xs"
        aria-label={t('measure.lengthUnit')}
        data={lengthUnits.map((value) => ({ value, label: t(`measure.unit.${value}`) }))}
        value={units.length}
        allowDeselect={false}
        onChange={(value) => {
          const length = lengthUnits.find((unit) => unit === value);
          if (length) change({ length });
        }}
      />
      {kind === 'area' && (
        <Select
          size="xs"
          aria-label={t('measure.areaUnit')}
          data={areaUnits.map((value) => ({ value, label: t(`measure.unit.${value}`) }))}
          value={units.area}
          allowDeselect={false}
          onChange={(value) => {
            const area = areaUnits.find((unit) => unit === value);
            if (area) change({ area });
          }}
        />
      )}
    </Group>
  );
}

function Panel({ measure }: { measure: Measure }) {
  const { t, i18n } = useTranslation();
  const act = useAct();
  const say = useSay();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { units } = useMeasureUnits();
  const options = { t, language: i18n.language, format, units };
  const { sides, total, area, crossesItself } = measureTexts(measure, options);
  const { kind, vertices, isAdding } = measure;
  const close = () => {
    endMeasure();
    focusPane('map');
  };
  const copy = () =>
    act(async () => {
      await navigator.clipboard.writeText(measureText(measure, options));
      say({ message: t('measure.copied'), color: 'teal' });
    });
  return (
    <section
      className={`${classes.panel} ${classes.measure}`}
      aria-label={t('map.measure')}
      data-testid="measure-panel"
    >
      <Group gap={6} wrap="nowrap" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('measure.kind')}
          data={measureKinds.map((value) => ({
            value,
            label: value === 'area' ? t('plan.choice.area') : t('measure.distance'),
          }))}
          value={kind}
          onChange={(value) => {
            const next = measureKinds.find((each) => each === value);
            if (next) changeMeasureKind(next);
          }}
        />
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('measure.copy')}
            title={t('measure.copy')}
            disabled={sides.length === 0}
            onClick={copy}
          >
            <IconCopy size={15} aria-hidden />
          </ActionIcon>
          <CloseButton size="sm" aria-label={t('measure.close')} onClick={close} />
        </Group>
      </Group>
      <div role="status" data-testid="measured">
        {area !== null && <div className={classes.measured}>{area}</div>}
        {sides.length > 0 && <div className={area === null ? classes.measured : undefined}>{total}</div>}
        {crossesItself && <Text size="xs">{t('measure.crossesItself')}</Text>}
      </div>
      {sides.length > 1 && <Sides sides={sides} />}
      <Units kind={kind} />
      <Text size="xs" c="var(--nadir-quiet)">
        {isAdding ? t('measure.hint') : t('measure.ellipsoid')}
      </Text>
      {vertices.length > 0 && (
        <Group gap={6}>
          <Button size="compact-xs" variant="default" onClick={removeLastVertex}>
            {t('measure.removeLast')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => beginMeasure(kind)}>
            {t('measure.new')}
          </Button>
        </Group>
      )}
    </section>
  );
}

/** The panel of the measurement on the map: total, sides, units. It is hidden while nothing is measured. */
export function MeasurePanel({ map }: { map: NadirMap | null }) {
  const { i18n } = useTranslation();
  const measure = useStore(measureStore, (state) => state.measure);
  const { length } = useMeasureUnits().units;
  const { language } = i18n;
  useEffect(() => {
    map?.measure.setLengthFormat((metres) => formatLength(language, metres, length));
  }, [map, language, length]);
  // The panel of the profile or of the area statistics also shows the size.
  const isRead = useStore(pixelsStore, ({ tool }) => tool === 'profile' || tool === 'area');
  return measure === null || isRead || measure.purpose === 'remark' ? null : <Panel measure={measure} />;
}
