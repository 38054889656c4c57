import { useStore } from 'zustand';
import { mostChosen } from '../../../src-preload/contract/ids.ts';
import { unpackIds } from '../../../src-preload/contract/packed-places.ts';
import { chooseRows, type ListName, listOf, listStore } from '../state/list-store.ts';
import { useRowChoice } from '../ui/grid/use-row-choice.ts';
import type { PageRange } from '../ui/paged-list.ts';
import type { ChoiceAct } from '../ui/use-row-keys.ts';

interface ListChoiceOptions {
  name: ListName;
  /** The query of the list: its filter and its order. A range of rows starts anew with another one. */
  query: unknown;
  total: number;
  /** Returns the key of a row as text; undefined if its page has not arrived. */
  keyAt: (index: number) => string | undefined;
  /** The row whose details are open: a range starts there, and the first Ctrl+click adds to it. */
  selected: string | null;
  selectedIndex: number | null;
  /** Returns the packed ids of a range of rows. */
  ids: (range: PageRange) => Promise<string>;
}

/** Returns the joint selection of rows of a declared list by keys and clicks, including rows that are not loaded. */
export function useListChoice(options: ListChoiceOptions) {
  const { name, query, total, keyAt, selected, selectedIndex, ids } = options;
  const chosen = useStore(listStore, (all) => listOf(all, name).chosen);
  const choice = useRowChoice({
    terms: query,
    total,
    chosen,
    idAt: keyAt,
    startsAt: selectedIndex,
    setChosen: (keys) => chooseRows(name, keys),
    async idsIn(from, to) {
      const limit = Math.min(mostChosen, Math.max(1, to - from + 1));
      return unpackIds(await ids({ offset: from, limit }));
    },
  });
  return {
    chosen,
    table: choice,
    /** For the list pane: while no rows are selected together, the row with open details counts as selected. */
    rows: {
      /** Also true while the rows of a range are awaited, so that Escape can still prevent their selection. */
      get areAny() {
        return chosen.size > 0 || choice.isAsked();
      },
      isChosen: (index: number) => (chosen.size > 0 ? choice.isChosen(index) : index === selectedIndex),
      choose(how: ChoiceAct, index: number) {
        const key = keyAt(index);
        const isSecond = chosen.size === 0 && selected !== null && key !== undefined && key !== selected;
        if (how === 'toggle' && isSecond) chooseRows(name, [selected, key]);
        else choice.choose(how, index);
      },
    },
  };
}
