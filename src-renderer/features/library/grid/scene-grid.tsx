import { Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { useDeclaredRows } from '../../../kit/lists/use-declared-rows.ts';
import { useDeclaredTerms } from '../../../kit/lists/use-declared-terms.ts';
import { changeList, listOf, listStore } from '../../../kit/state/list-store.ts';
import { TableStage } from '../../../kit/ui/table-stage.tsx';
import { Tool } from '../../../kit/ui/tool-button.tsx';
import { sceneList } from '../scene-list.tsx';
import { SceneCell } from './scene-cell.tsx';
import classes from './scene-grid.module.css';
import { useCellKeys } from './use-cell-keys.ts';
import { type CellLayout, useCellLayout } from './use-cell-layout.ts';

/** Scrolls to the selected scene when the selection changes, for example on the map. */
function useRevealSelected(
  { selected, selectedIndex }: { selected: string | null; selectedIndex: number | null },
  { reveal, isMeasured }: CellLayout,
) {
  const show = useEffectEvent(reveal);
  const shownKey = useRef<string | null>(null);
  useEffect(() => {
    if (!isMeasured || selected === shownKey.current || selectedIndex === null) return;
    shownKey.current = selected;
    show(selectedIndex);
  }, [selected, selectedIndex, isMeasured]);
}

function GridHead({ total }: { total: number }) {
  const { t } = useTranslation();
  return (
    <Group className={classes.tools ?? ''} gap={6} wrap="nowrap">
      <Text size="xs" c="var(--nadir-quiet)" flex={1} truncate>
        {t('map.things.scene', { count: total })}
      </Text>
      <Tool
        label={t('find.closeGrid')}
        icon={IconX}
        onClick={() => changeList('library', { isGrid: false })}
      />
    </Group>
  );
}

/** The listed scenes as a grid of pictures. The arrow keys select, Enter opens, and Space or Ctrl+click selects several. */
function Grid({ scope }: { scope: Scope | null }) {
  const { t } = useTranslation();
  const id = useId();
  const { query } = useDeclaredTerms({ declared: sceneList, scope });
  const { list, choice: choices } = useDeclaredRows({ declared: sceneList, query });
  const open = sceneList.useOpen?.();
  const choice = choices.rows;
  const total = list.total ?? 0;
  const { selectedIndex } = list;
  const layout = useCellLayout({ count: total, onRange: list.onRange });
  useRevealSelected(list, layout);
  const onKeyDown = useCellKeys({
    count: total,
    layout,
    selectedIndex,
    select: list.select,
    choice,
    onOpen: () => open?.(),
  });
  const onClick = (event: React.MouseEvent, index: number) => {
    if (event.shiftKey) choice.choose('to', index);
    else if (event.ctrlKey || event.metaKey) choice.choose('toggle', index);
    else choice.choose('from', index);
    list.select(index);
  };
  const isRendered = selectedIndex !== null && layout.isInView(selectedIndex);
  return (
    <>
      <GridHead total={total} />
      <div
        ref={layout.ref}
        className={classes.scroll}
        role="listbox"
        aria-label={t('find.grid')}
        aria-multiselectable
        aria-activedescendant={isRendered ? `${id}-${selectedIndex}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onMouseLeave={() => list.hover(null)}
      >
        <div role="presentation" style={{ height: layout.height, position: 'relative' }}>
          {layout.cells.map(({ row, column, index }) => (
            <SceneCell
              key={index}
              id={`${id}-${index}`}
              index={index}
              total={total}
              scene={list.rowAt(index)}
              style={{
                top: row.start,
                height: row.size,
                left: `${(100 * column) / layout.columns}%`,
                width: `${100 / layout.columns}%`,
              }}
              isChosen={choice.isChosen(index)}
              isCurrent={index === selectedIndex}
              isHovered={index === list.hoveredIndex}
              showsPicture={!layout.isScrolling}
              onClick={(event) => onClick(event, index)}
              onOpen={() => open?.()}
              onHover={() => list.hover(index)}
            />
          ))}
        </div>
      </div>
    </>
  );
}

/** The grid of the listed scenes below the map; renders nothing while it is closed. */
export function SceneGridStage({ scope }: { scope: Scope | null }) {
  const { t } = useTranslation();
  const isGrid = useStore(listStore, (all) => listOf(all, 'library').isGrid);
  const share = useStore(listStore, ({ tableShare }) => tableShare);
  if (!isGrid) return null;
  return (
    <TableStage
      label={t('find.grid')}
      handleLabel={t('find.resizeGrid')}
      share={share}
      onShare={(tableShare) => listStore.setState({ tableShare })}
    >
      <Grid scope={scope} />
    </TableStage>
  );
}
