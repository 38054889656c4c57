import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApi, useSettings } from '../../../kit/client/api.tsx';
import { ColumnsChoice } from '../../../kit/export/columns-choice.tsx';
import { closeOutput } from '../../../kit/export/export-store.ts';
import type { ExportSource, OutputRows } from '../../../kit/export/list-export.ts';
import { RowsChoice } from '../../../kit/export/output-rows.tsx';
import { type CoordinateFormat, coordinateFormats } from '../../../kit/i18n/coordinates.ts';
import { formatNumber, formatUtc, formatUtcDay } from '../../../kit/i18n/format.ts';
import { SavePdfButton } from '../../../kit/lists/save-pdf-button.tsx';
import { mapWindowStore } from '../../../kit/state/map-window.ts';
import { Busy } from '../../../kit/ui/busy.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { PrintButton } from '../../../kit/ui/print-button.tsx';
import classes from './field-sheet.module.css';
import { PaperPreview } from './paper-preview.tsx';
import { readChoices, type SheetChoices } from './sheet-choices.ts';
import { SheetFrame } from './sheet-frame.tsx';
import { SheetPage } from './sheet-page.tsx';
import { maxSheetPlaces, type SheetPlaces, useSheetPlaces } from './use-sheet-places.ts';

/** Milliseconds without a change before the choices are saved: a name is typed letter by letter. */
const saveDelayMs = 600;

/** Returns the saved choices of field sheets, and a function that changes and saves them. */
function useSheetChoices(usual: CoordinateFormat) {
  const { client } = useApi();
  const stored = useSettings()?.workspace.fieldSheet;
  const [choices, setChoices] = useState(() => readChoices(stored, usual, navigator.language));
  const save = useDebouncedCallback(
    (fieldSheet: SheetChoices) => {
      // An error is ignored, because it does not change the sheet.
      client.settings.set({ workspace: { fieldSheet } }).catch(() => undefined);
    },
    { delay: saveDelayMs, flushOnUnmount: true },
  );
  const change = (patch: Partial<SheetChoices>) => {
    const changed = { ...choices, ...patch };
    setChoices(changed);
    save(changed);
  };
  return { choices, change };
}

/** Returns the words and formats for attribute values on the sheet. */
function useFactWords() {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const { language } = i18n;
    return {
      language,
      time: (iso: string) => formatUtc(language, iso),
      number: (value: number) => formatNumber(language, value, 2),
      truth: (value: boolean) => (value ? t('orderForm.yes') : t('orderForm.no')),
    };
  }, [t, i18n]);
}

interface ChoicesProps {
  source: ExportSource;
  usual: CoordinateFormat;
  title: string;
  onTitle: (title: string) => void;
  rows: OutputRows;
  onRows: (rows: OutputRows) => void;
  leftOut: readonly string[];
  onLeftOut: (keys: string[]) => void;
  choices: SheetChoices;
  change: (patch: Partial<SheetChoices>) => void;
}

function Choices(props: ChoicesProps) {
  const { source, usual, title, rows, leftOut, choices, change } = props;
  const { t } = useTranslation();
  const isMapElsewhere = useStore(mapWindowStore, ({ place }) => place === 'elsewhere');
  return (
    <Stack gap="md">
      <TextInput
        label={t('fieldSheet.title')}
        value={title}
        maxLength={200}
        onChange={(event) => props.onTitle(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t('fieldSheet.author')}
        value={choices.author}
        maxLength={200}
        onChange={(event) => change({ author: event.currentTarget.value })}
      />
      <RowsChoice source={source} value={rows} onChange={props.onRows} />
      <Select
        label={t('fieldSheet.second')}
        data={coordinateFormats
          .filter((format) => format !== usual)
          .map((value) => ({ value, label: t(`settings.coordinateFormat.${value}`) }))}
        placeholder={t('fieldSheet.noSecond')}
        clearable
        clearButtonProps={{ 'aria-label': t('fieldSheet.noSecond') }}
        value={choices.second}
        onChange={(name) => change({ second: coordinateFormats.find((format) => format === name) ?? null })}
      />
      <ColumnsChoice columns={source.columns} leftOut={leftOut} onChange={props.onLeftOut} />
      <Checkbox
        label={t('fieldSheet.writing')}
        checked={choices.hasWriting}
        onChange={(event) => change({ hasWriting: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('fieldSheet.content')}
        description={isMapElsewhere ? t('fieldSheet.contentElsewhere') : t('fieldSheet.contentHint')}
        disabled={isMapElsewhere}
        checked={choices.hasContent && !isMapElsewhere}
        onChange={(event) => change({ hasContent: event.currentTarget.checked })}
      />
      <Select
        label={t('fieldSheet.paper')}
        data={(['a4', 'letter'] as const).map((value) => ({ value, label: t(`fieldSheet.papers.${value}`) }))}
        value={choices.paper}
        allowDeselect={false}
        onChange={(name) => change({ paper: name === 'letter' ? 'letter' : 'a4' })}
      />
    </Stack>
  );
}

/** Says why there is no sheet, or what it leaves out. */
function SheetNote({ state, count }: { state: SheetPlaces; count: number }) {
  const { t } = useTranslation();
  if (count > maxSheetPlaces)
    return (
      <Text size="sm" role="alert">
        {t('fieldSheet.tooMany', { count, most: maxSheetPlaces })}
      </Text>
    );
  if (state.kind === 'reading') return <Busy label={t('common.loading')} />;
  if (state.kind === 'failed') return <ErrorNote error={state.error} />;
  if (state.places.length === 0) return <Text size="sm">{t('fieldSheet.noPlace')}</Text>;
  if (state.withoutPlace === 0) return null;
  return (
    <Text size="xs" c="var(--nadir-quiet)">
      {t('fieldSheet.withoutPlace', { count: state.withoutPlace })}
    </Text>
  );
}

function Sheet({ source }: { source: ExportSource }) {
  const { t, i18n } = useTranslation();
  const usual = useSettings()?.coordinateFormat ?? 'dd';
  const { choices, change } = useSheetChoices(usual);
  const [title, setTitle] = useState(source.title);
  const [rows, setRows] = useState<OutputRows>(source.counts.selected > 1 ? 'selected' : 'listed');
  const [leftOut, setLeftOut] = useState(() =>
    source.columns.filter(({ isOnSheet }) => !isOnSheet).map(({ key }) => key),
  );
  const [isMapReady, setMapReady] = useState(false);
  const [openedAt] = useState(() => new Date().toISOString());
  const columns = useMemo(
    () => source.columns.filter(({ key }) => !leftOut.includes(key)),
    [source, leftOut],
  );
  const state = useSheetPlaces({ source, rows, columns, words: useFactWords() });
  const { second } = choices;
  const formats = useMemo(
    () => (second === null || second === usual ? [usual] : [usual, second]),
    [second, usual],
  );
  const places = state.kind === 'ready' ? state.places : [];
  const isReading = state.kind === 'reading' && source.counts[rows] <= maxSheetPlaces;
  return (
    <>
      <div className={classes.choices}>
        <Choices
          source={source}
          usual={usual}
          title={title}
          rows={rows}
          leftOut={leftOut}
          choices={choices}
          change={change}
          onTitle={setTitle}
          onRows={setRows}
          onLeftOut={setLeftOut}
        />
        <Stack gap="sm" mt="lg">
          <SheetNote state={state} count={source.counts[rows]} />
          <Group justify="flex-end">
            <Button variant="default" onClick={closeOutput}>
              {t('common.close')}
            </Button>
            <SavePdfButton title={title} isPossible={places.length > 0 && !isReading && isMapReady} />
            <PrintButton
              isWaiting={isReading || (places.length > 0 && !isMapReady)}
              isPossible={places.length > 0}
            />
          </Group>
        </Stack>
      </div>
      <PaperPreview>
        {places.length > 0 && (
          <SheetPage
            title={title}
            places={places}
            formats={formats}
            author={choices.author}
            date={formatUtcDay(i18n.language, openedAt)}
            paper={choices.paper}
            hasWriting={choices.hasWriting}
            hasContent={choices.hasContent}
            onReady={setMapReady}
          />
        )}
      </PaperPreview>
    </>
  );
}

/** The preview of a printable field sheet, with its options. It covers the window. */
export function FieldSheet({ source }: { source: ExportSource }) {
  const { t } = useTranslation();
  return (
    <SheetFrame heading={t('fieldSheet.heading', { list: source.title })} onClose={closeOutput}>
      <Sheet source={source} />
    </SheetFrame>
  );
}
