import type { Migration } from '../../store/store.ts';

const note = (rows: string) => `INSERT OR IGNORE INTO review_pending (scene_row, reviewer_id) ${rows};`;

/**
 * The reviews of scenes by all reviewers, and the notes of those that are not in files yet. A change and its note are stored in one
 * transaction; a trigger makes notes when files of a scene are saved. `verdict` is used to count the scenes that are left in a queue.
 * `writer` is the id of this database: no other database makes statements with it, not even one that replaces this one.
 */
export const reviewsMigrations: Migration[] = [
  {
    domain: 'reviews',
    version: 1,
    sql: `
    CREATE TABLE review (
      scene_row INTEGER NOT NULL,
      reviewer_id TEXT NOT NULL,
      verdict TEXT,
      content TEXT NOT NULL,
      PRIMARY KEY (scene_row, reviewer_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE reviewer (
      reviewer_id TEXT PRIMARY KEY,
      name TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE review_writer (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      writer TEXT NOT NULL
    ) STRICT;
    -- A new note has a new number, so that one that comes while a file is written is not taken for the old one.
    CREATE TABLE review_pending (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      scene_row INTEGER NOT NULL,
      reviewer_id TEXT NOT NULL,
      UNIQUE (scene_row, reviewer_id)
    ) STRICT;
    CREATE TABLE review_problem (
      scene_row INTEGER NOT NULL,
      path TEXT NOT NULL,
      problem TEXT NOT NULL,
      PRIMARY KEY (scene_row, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE review_step (
      step_id INTEGER PRIMARY KEY AUTOINCREMENT,
      scene_row INTEGER NOT NULL,
      reviewer_id TEXT NOT NULL,
      field TEXT NOT NULL,
      remark_id TEXT,
      before TEXT NOT NULL,
      after TEXT NOT NULL,
      is_undone INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE review_queue (
      queue_id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      made_at TEXT NOT NULL,
      opened INTEGER NOT NULL,
      position INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE review_queue_scene (
      queue_id INTEGER NOT NULL,
      position INTEGER NOT NULL,
      scene_row INTEGER NOT NULL,
      PRIMARY KEY (queue_id, position)
    ) STRICT, WITHOUT ROWID;
    -- A library folder whose reviews are to be read; a new database knows none of them.
    CREATE TABLE review_to_read (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      turn INTEGER NOT NULL
    ) STRICT;
    INSERT INTO review_to_read VALUES (1, 1);
    CREATE TRIGGER review_files_came AFTER UPDATE OF path, missing ON scene_file
    WHEN NEW.path IS NOT NULL AND NEW.missing = 0 AND NEW.name <> 'thumbnail' AND (OLD.path IS NOT NEW.path OR OLD.missing = 1)
    BEGIN ${note('SELECT scene_row, reviewer_id FROM review WHERE scene_row = NEW.scene_row')}
    END;`,
  },
  {
    domain: 'reviews',
    version: 2,
    // The notice of new reviews of other people, until the user dismisses it.
    sql: `
    CREATE TABLE review_arrived (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      data TEXT NOT NULL,
      at TEXT NOT NULL
    ) STRICT;`,
  },
  {
    domain: 'reviews',
    version: 3,
    // What files say to have replaced of the statements of this database, until the person chooses.
    sql: `
    CREATE TABLE review_disputed (
      scene_row INTEGER NOT NULL,
      reviewer_id TEXT NOT NULL,
      said TEXT NOT NULL,
      is_decision INTEGER NOT NULL,
      PRIMARY KEY (scene_row, reviewer_id)
    ) STRICT, WITHOUT ROWID;`,
  },
  {
    domain: 'reviews',
    version: 4,
    // The first step of a change of many scenes, which is undone as a whole; null for a step of its own.
    sql: `
    ALTER TABLE review_step ADD COLUMN first_step INTEGER;
    CREATE INDEX review_step_change ON review_step (reviewer_id, coalesce(first_step, step_id));`,
  },
];
