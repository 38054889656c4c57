import { Button, Drawer, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { importEndings } from '../../../formats/sniff.ts';
import { startReading } from '../../../formats/start-reading.ts';
import { useSettings } from '../../../kit/client/api.tsx';
import { formatNumber } from '../../../kit/i18n/format.ts';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';
import { countryName, useCountries } from '../../../kit/state/countries-store.ts';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { useFileDrop } from '../../../kit/ui/file-drop.ts';
import { LinkButton } from '../../../kit/ui/link-button.tsx';
import { useClosedByEscape } from '../../../kit/ui/open-dialogs.ts';
import { useAct, useSay } from '../../../kit/ui/use-act.ts';
import { useCommand } from '../../../kit/ui/use-command.ts';
import { type CountryNameOf, focusOpenQuestion } from './file-questions.tsx';
import { availableIn, hasOpenQuestion } from './import-file.ts';
import { ImportFileCard } from './import-file-card.tsx';
import { numbersBefore } from './import-state.ts';
import { createImportStore, type ImportDialogState, maxFiles } from './import-store.ts';
import type { ImportLimits, ImportTarget } from './import-target.ts';
import { usePreviewOnMap } from './use-preview-on-map.ts';
import { WarningText } from './warning-text.tsx';

/** Milliseconds without a key press before a pasted text is parsed. */
const readPauseMs = 300;
const drawerWidthPx = 660;

/** The extensions that the file dialog offers; the content decides the format. */
const endings = Object.values(importEndings)
  .flat()
  .map((ending) => `.${ending}`)
  .join(',');

/**
 * Returns the state of an import dialog, which lives as long as the screen with the dialog. If the user leaves the screen while features
 * are being added, the rest is still added, and a notice says so.
 */
export function useImport(limits: ImportLimits): ImportDialogState {
  const { t } = useTranslation();
  const say = useSay();
  const [state] = useState(() => createImportStore(startReading, limits));
  const sayGoesOn = useEffectEvent(() => say({ message: t('import.goesOn'), color: 'gray' }));
  useEffect(() => {
    state.enter();
    return () => {
      if (state.leave()) sayGoesOn();
    };
  }, [state]);
  return state;
}

interface ImportDialogProps {
  /** The result of `useImport` with the limits of the target. */
  state: ImportDialogState;
  target: ImportTarget;
  opened: boolean;
  /** False if the closed dialog receives dropped files in another way. */
  takesDrops?: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Moves the focus to the first field of a rejected feature, or else to the text field. */
const focusLeftOver = () =>
  (
    document.querySelector<HTMLElement>('[data-testid="rejected"] input:not(:disabled)') ??
    document.querySelector<HTMLElement>('[role="dialog"] textarea')
  )?.focus();

const never = () => false;

function useWhere(): CountryNameOf {
  const { t, i18n } = useTranslation();
  const countries = useCountries();
  return (longitude, latitude) => {
    const near = countries?.nearest([longitude, latitude]);
    if (!near) return '';
    const country = countryName(near.country, i18n.language);
    if (near.distanceKm === 0) return country;
    return t('import.far', { country, km: formatNumber(i18n.language, near.distanceKm, 0) });
  };
}

/** The text field and the file button. */
function Sources({ state }: { state: ImportDialogState }) {
  const { t } = useTranslation();
  const stored = useStore(state.store, ({ text }) => text);
  const hasTooMany = useStore(state.store, (each) => each.hasTooMany);
  const [typed, setTyped] = useState(stored);
  const reset = useRef<() => void>(null);
  const read = useDebouncedCallback((text: string) => state.setText(text, t('import.textName')), readPauseMs);
  // The text is cleared once its features were added.
  useEffect(() => setTyped(stored), [stored]);
  return (
    <Stack gap={6}>
      <Text size="xs">{t('import.hint')}</Text>
      <Textarea
        label={t('orderForm.type.text')}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          read(event.currentTarget.value);
        }}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        data-autofocus
      />
      <Group justify="space-between">
        <FileButton
          multiple
          accept={endings}
          resetRef={reset}
          inputProps={{ 'aria-label': t('label.files') }}
          onChange={(files) => {
            state.addFiles(files);
            // So that the same file can be selected again after a correction.
            reset.current?.();
          }}
        >
          {(props) => (
            <Button variant="default" size="compact-sm" {...props}>
              {t('import.file')}
            </Button>
          )}
        </FileButton>
        {hasTooMany && (
          <WarningText>{validationMessage(t, 'validation.importFiles', { most: maxFiles })}</WarningText>
        )}
      </Group>
    </Stack>
  );
}

/** The button that adds the available features, or the reason why it is disabled. */
function Footer({ state, target }: Pick<ImportDialogProps, 'state' | 'target'>) {
  const { t } = useTranslation();
  const { limits, addLabel, blocked, options, onDone } = target;
  const files = useStore(state.store, (each) => each.files);
  const available = files.reduce((sum, file) => sum + availableIn(file, limits), 0);
  const isReading = files.some((file) => file.isReading);
  const isAsked = files.some(hasOpenQuestion);
  const atFirst = useRef(0);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const act = useAct();
  const add = useCommand({
    mutationFn: () => {
      atFirst.current = available;
      return state.add(target);
    },
    onSuccess: (count) =>
      onDone(count, { isAll: state.store.getState().files.length === 0, isShown: isShown.current }),
    onError(error) {
      // An open dialog shows the error itself.
      if (!isShown.current) act(() => Promise.reject(error));
    },
  });
  // The button is disabled once everything is added, so the focus moves to what is left to correct.
  const { isSuccess } = add;
  useEffect(() => {
    if (isSuccess && document.activeElement === document.body) focusLeftOver();
  }, [isSuccess]);
  const count = Math.min(available, limits.maxFeatures);
  const done = add.isError ? atFirst.current - available : 0;
  return (
    <Stack gap={6} pt="xs" style={{ borderTop: '1px solid var(--nadir-line)' }}>
      {options}
      {done > 0 && <WarningText>{t('import.failed', { done })}</WarningText>}
      {add.isError && <ErrorNote error={add.error} />}
      {available > 0 && blocked && <WarningText>{blocked}</WarningText>}
      {isAsked && (
        <WarningText>
          <LinkButton c="inherit" onClick={focusOpenQuestion}>
            {t('import.answerFirst')}
          </LinkButton>
        </WarningText>
      )}
      {available > limits.maxFeatures && (
        <Text size="xs">{t('import.most', { most: limits.maxFeatures })}</Text>
      )}
      <Group justify="space-between">
        <Text size="xs" c="var(--nadir-quiet)">
          {available > 0 && t('import.mapHint')}
        </Text>
        <Button
          ml="auto"
          disabled={count === 0 || isReading || isAsked || blocked !== null}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {addLabel(count)}
        </Button>
      </Group>
    </Stack>
  );
}

/**
 * The dialog that imports places: from files that are opened or dropped anywhere on the window, and from pasted text. It shows how each was
 * parsed, in tables and on the map, asks once per file about ambiguous content, and lists rejected features. The map beside it stays
 * usable. Nothing is added before the button is pressed.
 */
export function ImportDialog({
  state,
  target,
  opened,
  takesDrops = true,
  onOpen,
  onClose,
}: ImportDialogProps) {
  const { limits, title, numbered } = target;
  const isAdding = useStore(state.store, (each) => each.isAdding);
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const files = useStore(state.store, (each) => each.files);
  const countryNameOf = useWhere();
  const numbersUsed = useStore(state.store, (each) => each.numbersUsed);
  useClosedByEscape(opened, onClose);
  usePreviewOnMap(opened ? files : [], drawerWidthPx);
  useFileDrop(
    (dropped) => {
      state.addFiles(dropped);
      onOpen();
    },
    takesDrops ? null : never,
    opened,
  );
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      position="left"
      size={drawerWidthPx}
      padding="sm"
      // The map beside the dialog stays usable, to look at the places.
      withOverlay={false}
      lockScroll={false}
      closeOnClickOutside={false}
      shadow="xl"
      styles={{
        body: { display: 'flex', flexDirection: 'column', height: 'calc(100% - 52px)', minHeight: 0 },
      }}
    >
      <Stack gap="sm" flex={1} mih={0} style={{ overflow: 'auto' }} mx={-4} px={4} inert={isAdding}>
        <Sources state={state} />
        {!target.limits.keepsAttributes && (
          <Text size="xs" c="var(--nadir-quiet)">
            {t('import.onlyPlaces')}
          </Text>
        )}
        {files.map((file) => (
          <ImportFileCard
            key={file.id}
            file={file}
            limits={limits}
            state={state}
            format={format}
            countryNameOf={countryNameOf}
            middleOfList={target.middleOfList ?? null}
            numbered={(number) => numbered(numbersBefore({ files, numbersUsed }, file.id) + number)}
          />
        ))}
      </Stack>
      <Footer state={state} target={target} />
    </Drawer>
  );
}
