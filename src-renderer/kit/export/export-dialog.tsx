import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  Progress,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type ExportFormat, exportFiles, exportFormats } from '../../formats/export-format.ts';
import { useSettings } from '../client/api.tsx';
import { coordinateFormats } from '../i18n/coordinates.ts';
import { formatBytes, formatNumber } from '../i18n/format.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { ColumnsChoice } from './columns-choice.tsx';
import classes from './export-dialog.module.css';
import { closeOutput, exportStore } from './export-store.ts';
import { type ExportSource, exportFileName, type OutputRows } from './list-export.ts';
import { RowsChoice } from './output-rows.tsx';
import { type ExportProgress, type SavedExport, useExport } from './use-export.ts';

/** Says what was saved, and what the file lacks. */
function ExportResult({ saved: { fileName, count, sizeBytes, losses } }: { saved: SavedExport }) {
  const { t, i18n } = useTranslation();
  const whole = losses.length === 0;
  return (
    <Alert
      role="status"
      icon={
        whole ? (
          <IconCircleCheck size={16} aria-hidden color="var(--nadir-accent)" />
        ) : (
          <IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />
        )
      }
      title={t('export.saved', { count, fileName, size: formatBytes(i18n.language, sizeBytes) })}
    >
      {whole ? (
        <Text size="xs">{t('export.whole')}</Text>
      ) : (
        <List size="xs">
          {losses.map(({ kind, count: lost }) => (
            <List.Item key={kind}>{t(`export.loss.${kind}`, { count: lost })}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

function FormatChoice({
  source,
  value,
  onChange,
}: {
  source: ExportSource;
  value: ExportFormat;
  onChange: (format: ExportFormat) => void;
}) {
  const { t, i18n } = useTranslation();
  const folders = source.columns.find(({ key }) => key === source.folderColumn)?.label ?? '';
  const hintOf = (format: ExportFormat) =>
    format === 'kml' && folders !== ''
      ? t('export.formatHint.kmlFolders', { column: folders.toLocaleLowerCase(i18n.language) })
      : t(`export.formatHint.${format}`);
  return (
    <Radio.Group
      label={t('export.format')}
      value={value}
      onChange={(name) => {
        const selected = exportFormats.find((format) => format === name);
        if (selected) onChange(selected);
      }}
    >
      <SimpleGrid cols={2} spacing="xs" mt={4}>
        {exportFormats.map((format) => (
          <Radio
            key={format}
            size="xs"
            value={format}
            label={exportFiles[format].name}
            description={hintOf(format)}
          />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

/** The options that only a CSV file has. */
function CsvChoices() {
  const { t } = useTranslation();
  const usual = useSettings()?.coordinateFormat ?? 'dd';
  const { coordinateFormat, byteOrderMark } = useStore(exportStore);
  return (
    <Stack gap="xs">
      <Select
        label={t('export.coordinates')}
        description={t('export.coordinatesHint')}
        data={coordinateFormats.map((value) => ({ value, label: t(`settings.coordinateFormat.${value}`) }))}
        value={coordinateFormat ?? usual}
        allowDeselect={false}
        onChange={(name) => {
          const selected = coordinateFormats.find((format) => format === name);
          if (selected) exportStore.setState({ coordinateFormat: selected });
        }}
      />
      <Checkbox
        label={t('export.byteOrderMark')}
        checked={byteOrderMark}
        onChange={(event) => exportStore.setState({ byteOrderMark: event.currentTarget.checked })}
      />
    </Stack>
  );
}

/** Says what a format cannot contain, with counts where they are known before the rows are loaded. */
function FormatNote({
  source,
  rows,
  format,
}: {
  source: ExportSource;
  rows: OutputRows;
  format: ExportFormat;
}) {
  const { t } = useTranslation();
  const { places, counts } = source;
  const placeCounts = rows === 'listed' ? places : null;
  const areas = placeCounts?.areas ?? null;
  const without = placeCounts === null ? 0 : counts.listed - placeCounts.points - placeCounts.areas;
  const notes = [
    ...(format === 'gpx' && areas !== 0
      ? [areas === null ? t('export.note.tracks') : t('export.loss.areasAsTracks', { count: areas })]
      : []),
    ...(format === 'gpx' && without > 0 ? [t('export.loss.withoutPlace', { count: without })] : []),
    ...(format === 'shapefile' ? [t('export.note.shapefile')] : []),
    ...(format === 'csv' ? [t('export.note.csv')] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <Text size="xs" c="var(--nadir-quiet)">
      {notes.join(' ')}
    </Text>
  );
}

function Running({ progress }: { progress: Extract<ExportProgress, { kind: 'running' }> }) {
  const { t, i18n } = useTranslation();
  const { read, total } = progress;
  const number = (value: number) => formatNumber(i18n.language, value);
  return (
    <Stack gap={4}>
      <Text size="xs" role="status">
        {t('export.reading', { read: number(read), total: number(total) })}
      </Text>
      <Progress size={5} value={(100 * read) / Math.max(1, total)} aria-label={t('export.progress')} />
    </Stack>
  );
}

function ExportForm({ source }: { source: ExportSource }) {
  const { t } = useTranslation();
  const usual = useSettings()?.coordinateFormat ?? 'dd';
  const { format, coordinateFormat, byteOrderMark, leftOut } = useStore(exportStore);
  const [rows, setRows] = useState<OutputRows>(source.counts.selected > 1 ? 'selected' : 'listed');
  const { progress, run, cancel, forget } = useExport();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved is not what is selected now
  useEffect(forget, [forget, rows, format, coordinateFormat, byteOrderMark, leftOut]);
  const without = leftOut[source.layer] ?? source.leftOut ?? [];
  const isRunning = progress.kind === 'running';
  const isSaved = progress.kind === 'saved';
  const start = () =>
    run({
      source,
      rows,
      format,
      fileName: exportFileName(source, exportFiles[format].ending),
      options: {
        layer: source.layer,
        title: source.title,
        hasNotes: source.hasNotes,
        folderColumn: source.folderColumn,
        columns: source.columns
          .filter(({ key }) => !without.includes(key))
          .map(({ key, label, type }) => ({ key, label, type })),
        coordinateFormat: coordinateFormat ?? usual,
        byteOrderMark,
      },
    });
  return (
    <Stack gap="md">
      <fieldset disabled={isRunning} style={{ border: 0, margin: 0, padding: 0 }}>
        <Stack gap="md">
          <RowsChoice source={source} value={rows} onChange={setRows} />
          <FormatChoice
            source={source}
            value={format}
            onChange={(selected) => exportStore.setState({ format: selected })}
          />
          {format === 'csv' && <CsvChoices />}
          <ColumnsChoice
            columns={source.columns}
            leftOut={without}
            onChange={(keys) => exportStore.setState({ leftOut: { ...leftOut, [source.layer]: keys } })}
          />
        </Stack>
      </fieldset>
      {!isSaved && <FormatNote source={source} rows={rows} format={format} />}
      {isRunning && <Running progress={progress} />}
      {progress.kind === 'failed' && <ErrorNote error={progress.error} />}
      {isSaved && <ExportResult saved={progress.saved} />}
      <Group className={classes.actions ?? ''} justify="flex-end">
        <Button variant="default" onClick={isRunning ? cancel : closeOutput}>
          {isSaved ? t('common.close') : t('common.cancel')}
        </Button>
        <Button loading={isRunning} onClick={() => void start()} data-autofocus>
          {t('export.write', { count: source.counts[rows] })}
        </Button>
      </Group>
    </Stack>
  );
}

/** The dialog that exports the rows of a list to a file: which rows, which format, which columns. */
export function ExportDialog({ source }: { source: ExportSource }) {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Dialog opened onClose={closeOutput} title={t('export.title', { list: source.title })} size="lg">
      <ExportForm source={source} />
    </Dialog>
  );
}
