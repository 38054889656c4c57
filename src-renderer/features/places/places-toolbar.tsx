import { ActionIcon, Checkbox, Popover, Stack, TextInput, Tooltip } from '@mantine/core';
import {
  IconColumns3,
  IconGitMerge,
  IconMapPinPlus,
  IconPolygon,
  IconReplace,
  IconRowInsertBottom,
  IconTable,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceStep } from '../../../src-preload/contract/place-steps.ts';
import { placeBounds } from '../../../src-preload/contract/place-values.ts';
import { useApi } from '../../kit/client/api.tsx';
import { select } from '../../kit/state/selection.ts';
import { fitWindow } from '../../kit/ui/fit-window.ts';
import { HistoryTools } from '../../kit/ui/history-tools.tsx';
import { Tool } from '../../kit/ui/tool-button.tsx';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { createSwapQueue } from '../../kit/ui/use-history-keys.ts';
import { swapMarks } from './cell-notes.ts';
import { attributeKey, type PlaceTableColumn, usePlaceColumns } from './place-columns.tsx';
import { placeStore } from './place-store.ts';
import classes from './places.module.css';
import { useNewRow } from './use-new-row.ts';
import { togglePlaceTool } from './use-place-keys.ts';

/** Returns a description of a step, such as `move 3 places`. */
function stepText(t: TFunction, { kind, count, name }: PlaceStep): string {
  if (kind === 'list-create' || kind === 'list-change' || kind === 'list-remove')
    return t(`places.listStep.${kind}`, { name });
  const what = t(`places.step.${kind}`, { count });
  return name === '' ? what : t('places.stepOf', { what, name });
}

/** Undo and redo run one at a time, because each changes which step is the next. */
const runExclusive = createSwapQueue();

/** Returns the next step to undo and the next to redo, with the functions that do so. */
function usePlaceHistory() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const { undo = null, redo = null } = useQuery(query.places.history.queryOptions()).data ?? {};
  const swap = (how: 'undo' | 'redo') =>
    act(() =>
      runExclusive(async () => {
        // Asked again, because the buttons may lag behind when keys are pressed fast.
        const step = (await client.places.history())[how];
        if (step === null) {
          say({ message: t(`places.nothingTo.${how}`), color: 'gray' });
          return;
        }
        const { skipped } = await client.places[how]({ stepId: step.stepId });
        swapMarks(step.stepId, how);
        const message = t(`places.swapped.${how}`, { what: stepText(t, step) });
        if (skipped === 0) say({ message, color: 'teal' });
        else say({ title: message, message: t('places.skipped', { count: skipped }), color: 'orange' });
      }),
    );
  return {
    undo: { text: undo && stepText(t, undo), run: () => swap('undo') },
    redo: { text: redo && stepText(t, redo), run: () => swap('redo') },
  };
}

/** Shows or hides a column of the wide table. */
function showColumn({ key, isUsual }: PlaceTableColumn, isShown: boolean) {
  placeStore.setState((state) =>
    isUsual
      ? { hidden: isShown ? state.hidden.filter((each) => each !== key) : [...state.hidden, key] }
      : { shown: isShown ? [...state.shown, key] : state.shown.filter((each) => each !== key) },
  );
}

/** The menu of the columns of the wide table, with a field for a new attribute. */
function Columns() {
  const { t } = useTranslation();
  const { all, isShown } = usePlaceColumns();
  const [name, setName] = useState('');
  const add = () => {
    const attribute = name.trim();
    if (attribute === '') return;
    const key = attributeKey(attribute);
    placeStore.setState(({ addedAttributes, hidden }) => ({
      addedAttributes: addedAttributes.includes(attribute)
        ? addedAttributes
        : [...addedAttributes, attribute],
      hidden: hidden.filter((each) => each !== key),
    }));
    setName('');
  };
  return (
    <Popover position="bottom-start" withinPortal trapFocus middlewares={fitWindow}>
      <Popover.Target>
        <Tooltip label={t('places.columns')}>
          <ActionIcon variant="default" aria-label={t('places.columns')}>
            <IconColumns3 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown style={{ overflow: 'auto' }} aria-label={t('places.columns')}>
        <Stack gap={6} role="group" aria-label={t('places.columns')}>
          {all
            .filter(({ key }) => key !== 'name')
            .map((column) => (
              <Checkbox
                key={column.key}
                label={column.head}
                checked={isShown(column)}
                onChange={(event) => showColumn(column, event.currentTarget.checked)}
              />
            ))}
          <TextInput
            label={t('places.newColumn')}
            description={t('places.newColumnHint')}
            value={name}
            maxLength={placeBounds.attributeName}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add();
            }}
            onBlur={add}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The toolbar of places. `children` are the tools for files, at its end. */
export function PlacesToolbar({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const { tool, isWide } = useStore(placeStore);
  const history = usePlaceHistory();
  const addRow = useNewRow();
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('places.tools')}>
      <Tool
        label={t('places.drawPoint')}
        icon={IconMapPinPlus}
        isPressed={tool === 'point'}
        onClick={() => togglePlaceTool('point')}
      />
      <Tool
        label={t('places.drawArea')}
        icon={IconPolygon}
        isPressed={tool === 'area'}
        onClick={() => togglePlaceTool('area')}
      />
      <Tool label={t('places.newRow')} icon={IconRowInsertBottom} onClick={addRow} />
      <HistoryTools {...history} />
      <Tool
        label={t('places.replace.open')}
        icon={IconReplace}
        onClick={() => placeStore.setState({ dialog: 'replace' })}
      />
      <Tool
        label={t('places.duplicates.open')}
        icon={IconGitMerge}
        onClick={() => placeStore.setState({ dialog: 'duplicates' })}
      />
      <Tool
        label={t('places.wideTable')}
        icon={IconTable}
        isPressed={isWide}
        onClick={() => {
          // The details would cover the table.
          if (!isWide) select('place', null);
          placeStore.setState({ isWide: !isWide });
        }}
      />
      {isWide && <Columns />}
      {children}
    </div>
  );
}
