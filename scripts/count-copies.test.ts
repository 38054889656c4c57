import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copiesAbove, countCopies, groups, shareInCommon } from './count-copies.mjs';

const root = join(import.meta.dirname, '..');
const taskList = `
import { a } from './a.ts';
/** The list of tasks. */
export function TaskList() {
  const selectedTask = useSelectedTask();
  return <Rows rows={tasks} />;
}
`;

it('sees a copy for another subject through its names, comments, imports and space', () => {
  const copy = taskList
    .replace('The list of tasks', 'Something else')
    .replace("'./a.ts'", "'./b.ts'")
    .replaceAll('Task', 'Order')
    .replaceAll('tasks', 'orders')
    .replaceAll('  ', '    ');
  expect(shareInCommon(taskList, copy)).toBe(1);
});

it('finds nothing in common between files that do different things', () => {
  expect(shareInCommon(taskList, 'export const mostRows = 100;\nexport const leastRows = 1;\n')).toBe(0);
});

it('compares each pair of long files of a group, and none is above its limit', () => {
  const counted = countCopies(root);
  const compared = new Set(counted.map(({ group }) => group));
  // The lists of subjects are declarations too short to be compared.
  const long = Object.keys(groups).filter((group) => group !== 'lists');
  expect([...compared].sort()).toEqual(long.sort());
  expect(copiesAbove(counted)).toEqual([]);
  expect(copiesAbove([{ group: 'filters', pair: ['a', 'b'], share: 0.9 }])).toHaveLength(1);
});
