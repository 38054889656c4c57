import { type NamePart, type PatternProblem, readNamePattern } from './name-pattern.ts';

/** What the folders of downloads can be named after. `year` and `month` are those of `date`, the day of the capture in UTC. */
export const folderFields = ['project', 'task', 'scene', 'date', 'year', 'month', 'satellite'] as const;
type FolderField = (typeof folderFields)[number];

/** The folders of downloads as long as nobody has chosen others. */
export const defaultFolderPattern = '{project}/{scene}';
/** A library is read to a depth of eight folders, and an unpacked archive needs two of them. */
export const mostFolderLevels = 5;

/** The facts of a scene that its folders are named after. */
export interface FiledScene {
  project: string | null;
  taskName: string | null;
  sceneId: string;
  /** ISO 8601, UTC. */
  takenAt: string | null;
  satelliteName: string | null;
}

/** The names on disk for what is not known; the same in every language, so that a library has one folder for it. */
const unknownNames: Record<FolderField, string> = {
  project: 'No project',
  task: 'No task',
  scene: 'scene',
  date: 'No date',
  year: 'No date',
  month: 'No date',
  satellite: 'No satellite',
};

const isFolderField = (field: string): field is FolderField => folderFields.some((each) => each === field);

/**
 * Reads a pattern such as `{project}/{task}/{date}`: one list of parts for each folder. A slash or a backslash separates folders; within
 * the value of a field it does not.
 */
export function readFolderPattern(pattern: string): { levels: NamePart[][] } | { problem: PatternProblem } {
  const levels: NamePart[][] = [];
  for (const text of pattern.trim().split(/[/\\]/)) {
    const read = readNamePattern(text);
    if ('problem' in read) return read;
    const unknown = read.parts.flatMap((part) =>
      'field' in part && !isFolderField(part.field) ? [part.field] : [],
    );
    if (unknown.length > 0) return { problem: { message: 'validation.folderField', fields: unknown } };
    // A name of blanks and dots alone has no meaning, or leads out of the library.
    if (read.parts.every((part) => 'text' in part && /^[.\s]*$/.test(part.text)))
      return { problem: { message: 'validation.folderName', fields: [] } };
    levels.push(read.parts);
  }
  return levels.length > mostFolderLevels
    ? { problem: { message: 'validation.folderLevels', fields: [] } }
    : { levels };
}

function fieldText(field: FolderField, { project, taskName, sceneId, takenAt, satelliteName }: FiledScene) {
  const [date, year, month] = /^(\d{4})-(\d\d)-\d\d/.exec(takenAt ?? '') ?? [];
  const texts = { project, task: taskName, scene: sceneId, date, year, month, satellite: satelliteName };
  const text = texts[field] ?? '';
  return text.trim() === '' ? unknownNames[field] : text;
}

/** Returns the names of the folders of a scene, the outermost first. They are not yet safe for a file system. */
export const folderNames = (levels: readonly (readonly NamePart[])[], scene: FiledScene): string[] =>
  levels.map((parts) =>
    parts
      .map((part) =>
        'text' in part ? part.text : isFolderField(part.field) ? fieldText(part.field, scene) : '',
      )
      .join(''),
  );
