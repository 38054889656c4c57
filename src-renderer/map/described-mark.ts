import type { ParseKeys, TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';
import type { Subject } from '../kit/state/selection.ts';
import type { MarkKey } from '../kit/state/subject-marks.ts';

/** The description of an object whose mark is under the pointer or in a list. */
export interface DescribedMark {
  key: MarkKey;
  name: string;
  /** Its status in words. */
  status: string;
  /** Its most relevant time in words; null if it has none. */
  time: string | null;
  /** Its mark in the style of lists. */
  mark: ReactNode;
}

/** A mark whose object is to be described. */
export interface MarkToDescribe {
  key: MarkKey;
  /** The time of a moment, in minutes since 1970. */
  minute?: number;
}

/** How the objects of a subject are described on the map. */
export interface MarkDescription {
  /** The message key of the name of one object. */
  objectName: ParseKeys;
  /**
   * Returns the descriptions of these marks, in the sequence in which a list shows them; undefined while they are being loaded.
   * Objects that no longer exist are left out.
   */
  useDescribed: (marks: readonly MarkToDescribe[]) => readonly DescribedMark[] | undefined;
  /** Returns the text of the status that a kind of mark shows. */
  kindText: (t: TFunction, kind: TaskStatusKind) => string;
}

/** Returns how the objects of a subject are described on the map. */
export type DescriptionOf = (subject: Subject) => MarkDescription;

/** The maximum number of objects that are described at once. Further ones are only counted. */
export const maxDescribed = 100;
