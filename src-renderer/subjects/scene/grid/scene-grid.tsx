import { Group, Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { SceneRow } from '../../../../src-preload/contract/library.ts';
import { useApi } from '../../../client/api.tsx';
import { formatNumber, formatUtc } from '../../../i18n/format.ts';
import { changeList, listOf, listStore } from '../../../state/list-store.ts';
import { hover, select, useHovered, useSelected } from '../../../state/selection.ts';
import { useSelectableList } from '../../../ui/selectable-list.tsx';
import { TableStage } from '../../../ui/table-stage.tsx';
import { Tool } from '../../../ui/tool-button.tsx';
import { useLongRows } from '../../../ui/use-long-rows.ts';
import { ReviewMark } from '../../review/review-mark.tsx';
import { useDeclaredTerms } from '../../use-declared-terms.ts';
import { useListChoice } from '../../use-list-choice.ts';
import { AwayMark } from '../away-mark.tsx';
import { sceneList } from '../scene-list.tsx';
import classes from './scene-grid.module.css';
import { ScenePicture } from './scene-picture.tsx';

const cellWidthPx = 176;
const cellHeightPx = 172;

function CellText({ scene }: { scene: SceneRow }) {
  const { t, i18n } = useTranslation();
  const clouds =
    scene.cloudCover === null
      ? null
      : t('find.cloudShare', { share: formatNumber(i18n.language, scene.cloudCover, 0) });
  return (
    <>
      <span className={classes.head}>
        <span className={classes.name}>{scene.taskName ?? scene.sceneId}</span>
        {scene.awayFolder && <AwayMark folder={scene.awayFolder} t={t} />}
        {scene.review && <ReviewMark review={scene.review} t={t} />}
      </span>
      <span className={classes.quiet}>
        {scene.timestamp === null ? '—' : formatUtc(i18n.language, scene.timestamp)}
      </span>
      <span className={classes.quiet}>
        {[scene.satelliteName, scene.productName, clouds].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

/** The scenes of the list as pictures in rows. The arrow keys select, Enter opens, and Space or Ctrl+click selects several. */
function Grid({ scope }: { scope: Scope | null }) {
  const { t } = useTranslation();
  const id = useId();
  const api = useApi();
  const { query } = useDeclaredTerms({ declared: sceneList, scope });
  const selected = useSelected('scene');
  const hovered = useHovered('scene');
  const access = sceneList.access(api, query, selected);
  const open = sceneList.useOpen?.();
  const list = useSelectableList<SceneRow, object, string>({
    ...{ terms: query, page: access.page, load: access.load },
    keyOf: (row) => String(row.librarySceneId),
    selected: selected === null ? null : String(selected),
    hovered: hovered === null ? null : String(hovered),
    onSelect(row) {
      select('scene', row.librarySceneId);
      sceneList.onSelect?.(row);
    },
    onHover: (row) => hover('scene', row === null ? null : row.librarySceneId),
  });
  const total = list.total ?? 0;
  const choice = useListChoice({
    ...{ name: 'library', total, selected: list.selected, selectedIndex: list.selectedIndex },
    keyAt(index) {
      const row = list.rowAt(index);
      return row && String(row.librarySceneId);
    },
    ids: access.ids,
  }).rows;
  const { ref: sized, width } = useElementSize<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sized, scroller);
  const columns = Math.max(1, Math.floor(width / cellWidthPx));
  const { items, height, isScrolling, reveal } = useLongRows({
    ...{ scroller, count: Math.ceil(total / columns), overscan: 1 },
    heightOf: () => cellHeightPx,
  });
  const show = useEffectEvent(reveal);
  const first = (items[0]?.index ?? 0) * columns;
  const last = Math.min(Math.max(0, total - 1), ((items.at(-1)?.index ?? 0) + 1) * columns - 1);
  const { onRange, selectedIndex } = list;
  useEffect(() => onRange(first, last), [onRange, first, last]);
  // Scrolls for a new selection only, and not before the width is known: until then there is one column.
  const shownKey = useRef<string | null>(null);
  useEffect(() => {
    if (width === 0 || list.selected === shownKey.current || selectedIndex === null) return;
    shownKey.current = list.selected;
    show(Math.floor(selectedIndex / columns));
  }, [list.selected, selectedIndex, columns, width]);
  const cursor = useRef<number | null>(null);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const at = selectedIndex ?? cursor.current ?? -1;
    const plain = !event.ctrlKey && !event.metaKey;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / cellHeightPx)) * columns;
    const to = {
      ...{ ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns },
      ...{ PageDown: at + page, PageUp: at - page, Home: 0, End: total - 1 },
    }[event.key];
    if (event.key === 'Enter' && selectedIndex !== null) open?.();
    else if (event.key === ' ' && at >= 0) choice.choose('toggle', at);
    else if (event.key.toLowerCase() === 'a' && !plain) choice.choose('all', 0);
    else if (event.key === 'Escape' && choice.areAny) choice.choose('none', 0);
    else if (to !== undefined && total > 0) {
      const next = Math.max(0, Math.min(total - 1, at < 0 ? 0 : to));
      if (event.shiftKey) {
        if (at >= 0 && !choice.isChosen(at)) choice.choose('toggle', at);
        choice.choose('to', next);
      }
      cursor.current = next;
      reveal(Math.floor(next / columns));
      list.select(next);
    } else return;
    event.preventDefault();
  };
  const onClick = (event: React.MouseEvent, index: number) => {
    if (event.shiftKey) choice.choose('to', index);
    else if (event.ctrlKey || event.metaKey) choice.choose('toggle', index);
    list.select(index);
  };
  const cells = items.flatMap((item) =>
    Array.from({ length: columns }, (_, column) => ({ item, column, index: item.index * columns + column })),
  );
  const isRendered = selectedIndex !== null && selectedIndex >= first && selectedIndex <= last;
  return (
    <>
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
      <div
        ref={ref}
        className={classes.scroll}
        role="listbox"
        aria-label={t('find.grid')}
        aria-multiselectable
        aria-activedescendant={isRendered ? `${id}-${selectedIndex}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onMouseLeave={() => list.hover(null)}
      >
        <div role="presentation" style={{ height, position: 'relative' }}>
          {cells.map(({ item, column, index }) => {
            if (index >= total) return null;
            const scene = list.rowAt(index);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox moves the selection by keys
              // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus
              <div
                key={index}
                id={`${id}-${index}`}
                role="option"
                aria-selected={choice.isChosen(index)}
                data-current={index === selectedIndex || undefined}
                data-hovered={index === list.hoveredIndex || undefined}
                aria-setsize={total}
                aria-posinset={index + 1}
                className={classes.cell}
                style={{
                  top: item.start,
                  height: item.size,
                  left: `${(100 * column) / columns}%`,
                  width: `${100 / columns}%`,
                }}
                onClick={(event) => onClick(event, index)}
                onDoubleClick={() => open?.()}
                onMouseEnter={() => list.hover(index)}
              >
                <div className={classes.inner}>
                  <span className={classes.frame}>
                    {scene?.hasThumbnail && !isScrolling && (
                      <ScenePicture key={scene.librarySceneId} librarySceneId={scene.librarySceneId} />
                    )}
                    {scene && !scene.hasThumbnail && t('find.noPicture')}
                  </span>
                  {scene && <CellText scene={scene} />}
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** The pictures of the scenes of the list, below the map; nothing as long as they are closed. */
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
