import { Button, Drawer, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useSettings } from '../../client/api.tsx';
import { importEndings } from '../../formats/sniff.ts';
import { startReading } from '../../formats/start-reading.ts';
import { formatNumber } from '../../i18n/format.ts';
import { validationMessage } from '../../i18n/validation-message.ts';
import { countryName, useCountries } from '../../state/countries-store.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useFileDrop } from '../../ui/file-drop.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useAct, useSay } from '../../ui/use-act.ts';
import { focusOpenQuestion, type WhereOf } from './file-questions.tsx';
import { ImportFileCard } from './import-file-card.tsx';
import {
  availableIn,
  createImportStore,
  hasOpenQuestion,
  type ImportDialogState,
  mostFiles,
  numbersBefore,
} from './import-store.ts';
import type { ImportLimits, ImportTarget } from './import-target.ts';
import { usePreviewOnMap } from './use-preview-on-map.ts';
import { WarningText } from './warning-text.tsx';

/** Milliseconds without a key press before a pasted text is read. */
const readPauseMs = 300;
const drawerWidthPx = 660;

const endings = Object.values(importEndings)
  .flat()
  .map((ending) => `.${ending}`)
  .join(',');

/**
 * Creates the state of a dialog, which lives as long as the screen that has the dialog. What is being added when the user
 * leaves that screen is added to its end, and the user is told so.
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
  /** Made by `useImport` with the limits of the target. */
  state: ImportDialogState;
  target: ImportTarget;
  opened: boolean;
  /** False for a dialog that receives dropped files in another way while it is closed. */
  takesDrops?: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Puts the focus on the first field of what could not be imported, or else on the field for a text. */
const focusLeftOver = () =>
  (
    document.querySelector<HTMLElement>('[data-testid="rejected"] input:not(:disabled)') ??
    document.querySelector<HTMLElement>('[role="dialog"] textarea')
  )?.focus();

const never = () => false;

function useWhere(): WhereOf {
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

/** The field for a pasted text and the button for files. */
function Sources({ state }: { state: ImportDialogState }) {
  const { t } = useTranslation();
  const stored = useStore(state.store, ({ text }) => text);
  const hasTooMany = useStore(state.store, (each) => each.hasTooMany);
  const [typed, setTyped] = useState(stored);
  const reset = useRef<() => void>(null);
  const read = useDebouncedCallback((text: string) => state.setText(text, t('import.textName')), readPauseMs);
  // The text goes when its features were added.
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
            // The same file can then be opened again after it was corrected.
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
          <WarningText>{validationMessage(t, 'validation.importFiles', { most: mostFiles })}</WarningText>
        )}
      </Group>
    </Stack>
  );
}

/** The button that adds what can be added, and why it cannot be pressed. */
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
  const add = useMutation({
    mutationFn: () => {
      atFirst.current = available;
      return state.take(target);
    },
    onSuccess: (count) =>
      onDone(count, { isAll: state.store.getState().files.length === 0, isShown: isShown.current }),
    onError(error) {
      // The dialog itself says why; without it somebody else has to.
      if (!isShown.current) act(() => Promise.reject(error));
    },
  });
  // The button is disabled once everything is added: what is left to do is the next thing for the keyboard.
  const { isSuccess } = add;
  useEffect(() => {
    if (isSuccess && document.activeElement === document.body) focusLeftOver();
  }, [isSuccess]);
  const count = Math.min(available, limits.most);
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
      {available > limits.most && <Text size="xs">{t('import.most', { most: limits.most })}</Text>}
      <Group justify="space-between">
        <Text size="xs" c="var(--nadir-quiet)">
          {available > 0 && t('import.mapHint')}
        </Text>
        <Button
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
 * The one import of places: files that are opened or dropped anywhere on the window, and pasted text. It shows how each
 * was read, in tables and on the map, asks once for each file what it can mean in two ways, and lists what cannot be
 * imported. The map beside it stays usable. Nothing is added before the button is pressed.
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
  const whereOf = useWhere();
  const numbersUsed = useStore(state.store, (each) => each.numbersUsed);
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
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      position="left"
      size={drawerWidthPx}
      padding="sm"
      // The map beside the dialog can be moved, to see where the places are.
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
        {files.map((file) => (
          <ImportFileCard
            key={file.id}
            file={file}
            limits={limits}
            state={state}
            format={format}
            whereOf={whereOf}
            numbered={(number) => numbered(numbersBefore({ files, numbersUsed }, file.id) + number)}
          />
        ))}
      </Stack>
      <Footer state={state} target={target} />
    </Drawer>
  );
}
