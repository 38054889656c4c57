import type { ReactNode } from 'react';
import type { ImportedFeature, ReadChoices } from '../../../formats/imported.ts';
import type { LonLat } from '../../../kit/i18n/coordinates.ts';

/** The kind and the number of features that an import accepts. */
export interface ImportLimits {
  accepts: ReadChoices['accepts'];
  /** The maximum number of features that are added at once. */
  maxFeatures: number;
  /** True if the user selects features individually; otherwise all of them are added. */
  selectsEach: boolean;
  /** False if only names and positions are used: notes, tags and other attributes are dropped. */
  keepsAttributes: boolean;
}

/** A feature as a target receives it, with its own or its default name, and the name of its file (null for pasted text). */
export type NamedFeature = ImportedFeature & { name: string; fileName: string | null };

/** One press of the button: adds batches one after the other, then finishes. */
export interface ImportRun {
  /** Adds a batch of at most `batchSize` features. The run ends if it rejects. */
  add(features: readonly NamedFeature[]): Promise<void>;
  finish(): Promise<void>;
  /** Undoes everything that the run has added, after a failed batch. Null if added features stay. */
  cancel: (() => Promise<void>) | null;
}

/** The destination of an import. */
export interface ImportTarget {
  limits: ImportLimits;
  /** The title of the dialog. */
  title: string;
  /** Returns the default name of a feature, by its position in the files of the import. */
  numbered: (position: number) => string;
  /** Returns the label of the button that adds this many features. */
  addLabel: (count: number) => string;
  /** The reason why nothing can be added now; null if it can. */
  blocked: string | null;
  /** The middle of the list that the places are added to, for codes that are places only near another one. */
  middleOfList?: LonLat | null;
  /** Options of the whole import, shown above the button. */
  options?: ReactNode;
  begin: () => Promise<ImportRun>;
  /**
   * Called after features were added. `isAll` is true if no source is left in the dialog, `isShown` if the user has not left its screen.
   */
  onDone: (count: number, end: { isAll: boolean; isShown: boolean }) => void;
}
