import { describe, expect, it } from 'vitest';
import { flatMenu, menuKeys } from '../../testing/electron/fake-menu.ts';
import { wordsFor } from '../core/words.ts';
import { menuTemplate } from './app-menu.ts';

const step = () => undefined;

describe.each(['linux', 'darwin', 'win32'] as const)('the menu on %s', (platform) => {
  it.each(['en', 'es'] as const)('has words for everything in %s', (language) => {
    const { menu } = wordsFor(language, []);
    const items = flatMenu(menuTemplate({ words: menu, platform, packaged: false, step }));
    for (const item of items) {
      // Electron's own words for a role are English.
      if (item.type !== 'separator') expect(item.label ?? '').not.toBe('');
    }
    expect(items.some((item) => item.role === 'quit')).toBe(true);
  });

  it('has the tools of developers only where it is not packaged', () => {
    const roles = (packaged: boolean) =>
      flatMenu(menuTemplate({ words: wordsFor('en', []).menu, platform, packaged, step })).map(
        (item) => item.role,
      );
    expect(roles(false)).toContain('toggleDevTools');
    expect(roles(true)).not.toContain('toggleDevTools');
    expect(roles(true)).not.toContain('reload');
  });

  it('has the keys of browsers for the size of the page, and no key twice', () => {
    const template = menuTemplate({ words: wordsFor('en', []).menu, platform, packaged: true, step });
    const keys = menuKeys(template, platform);
    for (const wanted of ['Plus', '=', 'numadd', '-', 'numsub', '0', 'num0'])
      expect(keys.map((each) => each.keys)).toContain(`CommandOrControl+${wanted}`);
    expect(new Set(keys.map((each) => each.keys)).size).toBe(keys.length);
    for (const { item } of keys.filter((each) => each.item.visible === false))
      expect(item.acceleratorWorksWhenHidden).toBe(true);
  });

  it('leaves the keys of undo and redo to the page, which has a history of its own', () => {
    const template = menuTemplate({ words: wordsFor('en', []).menu, platform, packaged: true, step });
    const ofHistory = menuKeys(template, platform).filter(({ keys }) => /\+[ZY]$/.test(keys));
    expect(ofHistory.map(({ item }) => item.registerAccelerator)).toEqual([false, false]);
  });
});
