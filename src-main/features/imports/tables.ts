import type { Migration } from '../../store/store.ts';

/** Marks the ready imports that rely on files of the library. */
const outdateReady = `UPDATE scene_import SET is_outdated = 1
      WHERE state = 'ready' AND EXISTS (
        SELECT 1 FROM scene_import_row AS row WHERE row.import_id = scene_import.id
          AND (row.outcome = 'adds' OR row.outcome = 'there' AND row.duplicate_of IS NOT 'import')
      );`;

/**
 * Imports, and the scenes and problems that they found. A plan is stored until its scene is imported, so that an import can continue after
 * a crash. Where the files of a scene are placed is stored before they are moved.
 */
export const sceneImportsMigrations: Migration[] = [
  {
    domain: 'scene-imports',
    version: 1,
    sql: `
    CREATE TABLE scene_import (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      source TEXT NOT NULL,
      -- What the details of its scenes tell: the name of a file or folder, or a host.
      origin TEXT NOT NULL,
      state TEXT NOT NULL,
      trouble TEXT,
      error TEXT,
      started_at TEXT NOT NULL,
      entries INTEGER NOT NULL DEFAULT 0,
      counts TEXT NOT NULL,
      hosts TEXT NOT NULL DEFAULT '[]',
      total_bytes INTEGER NOT NULL DEFAULT 0,
      done_bytes INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE scene_import_row (
      import_id INTEGER NOT NULL REFERENCES scene_import (id) ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      label TEXT NOT NULL,
      outcome TEXT NOT NULL,
      problem TEXT,
      detail TEXT NOT NULL DEFAULT '',
      files INTEGER NOT NULL DEFAULT 0,
      bytes INTEGER NOT NULL DEFAULT 0,
      fingerprint TEXT,
      plan TEXT,
      scene_row INTEGER,
      -- Below the library folder, with the files in it as JSON; set before they are moved there.
      folder TEXT,
      placed TEXT,
      PRIMARY KEY (import_id, seq)
    ) STRICT;
    CREATE INDEX scene_import_label ON scene_import_row (import_id, label);
    CREATE INDEX scene_import_outcome ON scene_import_row (import_id, outcome, seq);
    CREATE INDEX scene_import_left ON scene_import_row (import_id, seq) WHERE outcome = 'undone' AND folder IS NOT NULL;
    -- What is imported is compared with the files that have its size.
    CREATE INDEX scene_file_content ON scene_file (size_bytes) WHERE sha256 IS NOT NULL;`,
  },
  {
    domain: 'scene-imports',
    version: 2,
    // Whether the person wants a planned scene, and where the same scene was found: 'library' or 'import'.
    sql: `
    ALTER TABLE scene_import_row ADD COLUMN is_wanted INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE scene_import_row ADD COLUMN duplicate_of TEXT;`,
  },
  {
    domain: 'scene-imports',
    version: 3,
    // What a person changes before the import. The outcome 'replaced' hides a row in whose place others came, by the step 'replaced_by'.
    sql: `
    ALTER TABLE scene_import_row ADD COLUMN position INTEGER;
    ALTER TABLE scene_import_row ADD COLUMN entered TEXT;
    ALTER TABLE scene_import_row ADD COLUMN made_by INTEGER;
    ALTER TABLE scene_import_row ADD COLUMN replaced_by INTEGER;
    ALTER TABLE scene_import_row ADD COLUMN former_outcome TEXT;
    CREATE TABLE scene_import_step (
      import_id INTEGER NOT NULL REFERENCES scene_import (id) ON DELETE CASCADE,
      step INTEGER NOT NULL,
      kind TEXT NOT NULL,
      PRIMARY KEY (import_id, step)
    ) STRICT;`,
  },
  {
    domain: 'scene-imports',
    version: 4,
    // The review files that lie beside scenes, until the import has read them. 'label' is the path as the person knows it.
    sql: `
    CREATE TABLE scene_import_review (
      import_id INTEGER NOT NULL REFERENCES scene_import (id) ON DELETE CASCADE,
      path TEXT NOT NULL,
      label TEXT NOT NULL,
      PRIMARY KEY (import_id, path)
    ) STRICT, WITHOUT ROWID;`,
  },
  {
    domain: 'scene-imports',
    version: 5,
    // Whoever removes a file: what an import that was only read calls there, or completes, may be gone.
    sql: `
    ALTER TABLE scene_import ADD COLUMN is_outdated INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX scene_import_ready ON scene_import (id) WHERE state = 'ready';
    CREATE TRIGGER scene_import_file_gone AFTER UPDATE OF path, missing ON scene_file
      WHEN OLD.path IS NOT NULL AND OLD.missing = 0 AND (NEW.path IS NULL OR NEW.missing = 1) AND OLD.name <> 'thumbnail'
    BEGIN ${outdateReady}
    END;
    CREATE TRIGGER scene_import_file_removed AFTER DELETE ON scene_file
      WHEN OLD.path IS NOT NULL AND OLD.missing = 0 AND OLD.name <> 'thumbnail'
    BEGIN ${outdateReady}
    END;`,
  },
];
