import type { ReactNode } from 'react';
import type { ImportedFeature, ReadChoices } from '../../formats/imported.ts';

/** What is imported, and how much of it at once. */
export interface ImportLimits {
  accepts: ReadChoices['accepts'];
  /** The most features that are added together. */
  most: number;
  /** True if the user selects each feature; otherwise all of them are added. */
  selects: boolean;
}

/**
 * A feature as a target receives it: each has a name, its own or that of its position, and the name of its file, null for a
 * pasted text.
 */
export type NamedFeature = ImportedFeature & { name: string; fileName: string | null };

/** One press of the button: batches go in, one after the other, and then the run ends. */
export interface ImportRun {
  /** Adds a batch of at most `batchSize` features. If it rejects, the run is over. */
  add(features: readonly NamedFeature[]): Promise<void>;
  finish(): Promise<void>;
  /** Takes back everything that the run has added, after a batch failed. Null if what was added stays. */
  cancel: (() => Promise<void>) | null;
}

/** What receives the features of an import. A new destination of imports is one more of these. */
export interface ImportTarget {
  limits: ImportLimits;
  /** The title of the dialog. */
  title: string;
  /** Returns the name of a feature that has none, by its position in the files of the import. */
  numbered: (position: number) => string;
  /** Returns the text of the button that adds so many features. */
  addLabel: (count: number) => string;
  /** Says why nothing can be added for now; null if it can. */
  blocked: string | null;
  /** What the user decides for the whole import; it is shown above the button. */
  options?: ReactNode;
  begin: () => Promise<ImportRun>;
  /**
   * Called when the features are added. `isAll` is true if nothing is left in the dialog, `isShown` if the user has not
   * left its screen meanwhile.
   */
  onDone: (count: number, end: { isAll: boolean; isShown: boolean }) => void;
}
