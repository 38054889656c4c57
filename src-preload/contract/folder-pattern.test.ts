import { describe, expect, it } from 'vitest';
import { defaultFolderPattern, type FiledScene, folderNames, readFolderPattern } from './folder-pattern.ts';

const scene: FiledScene = {
  project: 'Coast',
  taskName: 'Harbour/north',
  sceneId: 'S-1',
  takenAt: '2026-03-05T23:59:59Z',
  satelliteName: 'newsat-12',
};
function namesBy(pattern: string, facts: Partial<FiledScene> = {}) {
  const read = readFolderPattern(pattern);
  if ('problem' in read) return read.problem;
  return folderNames(read.levels, { ...scene, ...facts });
}

describe('a pattern for the folders of downloads', () => {
  it.each([
    [defaultFolderPattern, ['Coast', 'S-1']],
    ['{project}/{task}/{date}', ['Coast', 'Harbour/north', '2026-03-05']],
    ['{year}\\{month}', ['2026', '03']],
    [' imagery/{ satellite } {date} ', ['imagery', 'newsat-12 2026-03-05']],
  ])('%s names each folder', (pattern, names) => {
    expect(namesBy(pattern)).toEqual(names);
  });

  it('has a name for what is not known', () => {
    const facts = { project: null, taskName: ' ', takenAt: null, satelliteName: '' };
    expect(namesBy('{project}/{task}/{date}/{satellite}', facts)).toEqual([
      'No project',
      'No task',
      'No date',
      'No satellite',
    ]);
  });

  it.each([
    ['', 'validation.required'],
    ['{project}//{scene}', 'validation.required'],
    ['/data/{scene}', 'validation.required'],
    ['../{scene}', 'validation.folderName'],
    ['{project}/. .', 'validation.folderName'],
    ['{project/{scene}', 'validation.openBrace'],
    ['{project}/{name}', 'validation.folderField'],
    ['a/b/c/d/e/f', 'validation.folderLevels'],
  ])('%j is refused', (pattern, message) => {
    expect(namesBy(pattern)).toMatchObject({ message });
  });
});
