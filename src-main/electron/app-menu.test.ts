import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { wordsFor } from '../words.ts';
import { menuTemplate } from './app-menu.ts';

function flat(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
}

describe.each(['linux', 'darwin', 'win32'] as const)('the menu on %s', (platform) => {
  it.each(['en', 'es'] as const)('has words for everything in %s', (language) => {
    const { menu } = wordsFor(language, []);
    const items = flat(menuTemplate({ words: menu, platform, packaged: false }));
    for (const item of items) {
      // Electron's own words for a role are English.
      if (item.type !== 'separator') expect(item.label ?? '').not.toBe('');
    }
    expect(items.some((item) => item.role === 'quit')).toBe(true);
  });

  it('has the tools of developers only where it is not packaged', () => {
    const roles = (packaged: boolean) =>
      flat(menuTemplate({ words: wordsFor('en', []).menu, platform, packaged })).map((item) => item.role);
    expect(roles(false)).toContain('toggleDevTools');
    expect(roles(true)).not.toContain('toggleDevTools');
    expect(roles(true)).not.toContain('reload');
  });
});
