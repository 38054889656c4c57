import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import type { FoundSearch } from '../subjects/found.ts';
import { useFoundOrders } from '../subjects/order/use-found-orders.ts';
import { useFoundScenes } from '../subjects/scene/use-found-scenes.ts';
import { useFoundTasks } from '../subjects/task/use-found-tasks.ts';

const debounceMs = 150;
const leastLetters = 2;
const page: FoundSearch['page'] = { offset: 0, limit: 5 };

/** Returns palette entries for the tasks, orders and scenes whose names contain the typed text. */
export function useFound(text: string): SpotlightActionData[] {
  const [typed] = useDebouncedValue(text.trim(), debounceMs);
  const search: FoundSearch | null = typed.length >= leastLetters ? { text: typed, page } : null;
  const found = [...useFoundTasks(search), ...useFoundOrders(search), ...useFoundScenes(search)];
  if (search === null) return [];
  // Main has judged already what matches; the palette filters once more by these.
  return found.map((action) => ({ ...action, keywords: text }));
}
