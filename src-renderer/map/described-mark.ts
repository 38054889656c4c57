import type { ParseKeys, TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';
import type { Subject } from '../state/selection.ts';
import type { MarkKey } from '../state/subject-marks.ts';

/** What the map says of an object whose mark is under the pointer or in a list. */
export interface DescribedMark {
  key: MarkKey;
  name: string;
  /** Its status in words. */
  status: string;
  /** Its most telling time in words; null if it has none. */
  time: string | null;
  /** Its mark as lists show it. */
  mark: ReactNode;
}

/** The mark of an object to be described. */
export interface MarkToDescribe {
  key: MarkKey;
  /** The time of a moment, in minutes since 1970. */
  minute?: number;
}

/** How a subject is described on the map. */
export interface MarkDescription {
  /** What one object is called: the key of its message. */
  objectName: ParseKeys;
  /**
   * Returns the objects of these marks, in the order in which a list shows them; undefined until they are known. What
   * no longer exists is left out.
   */
  useDescribed: (marks: readonly MarkToDescribe[]) => readonly DescribedMark[] | undefined;
  /** Returns the status in words that a kind of mark stands for. */
  kindText: (t: TFunction, kind: TaskStatusKind) => string;
}

/** Returns how a subject is described on the map. */
export type DescriptionOf = (subject: Subject) => MarkDescription;

/** The largest number of objects that are described at once; more are counted. */
export const maxDescribed = 100;
