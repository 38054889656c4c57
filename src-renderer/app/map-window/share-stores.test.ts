import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type SharedName, sharedStores, shareStore } from './share-stores.ts';

/** Two windows with a store each; what one tells reaches the other as a copy, as between windows. */
function twoWindows() {
  const made = () => createStore(() => ({ count: 0, names: [] as readonly string[], own: 'a' }));
  const [main, map] = [made(), made()];
  const [sharedMain, sharedMap] = [shareStore(main, ['own']), shareStore(map, ['own'])];
  const told: object[] = [];
  sharedMain.follow((values) => {
    told.push(values);
    sharedMap.takeOver(structuredClone(values));
  });
  sharedMap.follow((values) => {
    told.push(values);
    sharedMain.takeOver(structuredClone(values));
  });
  return { main, map, told };
}

it('tells the other window what has changed, and does not tell it back', () => {
  const { main, map, told } = twoWindows();
  main.setState({ names: ['a'] });
  expect(map.getState().names).toEqual(['a']);
  map.setState({ count: 2 });
  expect(main.getState().count).toBe(2);
  expect(told).toEqual([{ names: ['a'] }, { count: 2 }]);
});

it('tells a value again that came from the other window and was changed in between', () => {
  const { main, map } = twoWindows();
  main.setState({ count: 1 });
  map.setState({ count: 0 });
  map.setState({ count: 1 });
  expect(main.getState().count).toBe(1);
  map.setState({ count: 0 });
  expect(main.getState().count).toBe(0);
});

it('tells what a listener makes of a change that came from the other window', () => {
  const { main, map } = twoWindows();
  map.subscribe(({ count }, before) => {
    if (count !== before.count) map.setState({ names: [`${count}`] });
  });
  main.setState({ count: 3 });
  expect(main.getState().names).toEqual(['3']);
});

it('keeps what each window has for itself', () => {
  const { main, map, told } = twoWindows();
  main.setState({ own: 'b' });
  expect([map.getState().own, told]).toEqual(['a', []]);
});

it.each(Object.keys(sharedStores).filter((name): name is SharedName => name in sharedStores))(
  'the state %s can be sent to another window',
  (name) => {
    const all = sharedStores[name].all();
    expect(structuredClone(all)).toEqual(all);
  },
);
