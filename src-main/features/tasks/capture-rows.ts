import { z } from 'zod';
import {
  type CaptureRow,
  captureRowSchema,
  taskStatusKindSchema,
} from '../../../src-preload/contract/tasking.ts';
import { inScope } from '../../core/scope.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { Row } from '../../service/api/service-client.ts';
import type { WireCapture } from '../../service/api/wire.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Params, Store } from '../../store/store.ts';

const ofTask = `${inScope} AND task_id = :taskId`;
const ofThisTask = `c.connection_id = task.connection_id AND c.contract_id = task.contract_id AND c.task_id = task.task_id`;

const storedSchema = z.object({
  captureId: z.string(),
  kind: z.string(),
  status: z.string(),
  raw: z.string(),
});
/** The stored fields of a capture that decide how another answer is merged. */
export type StoredCapture = z.infer<typeof storedSchema>;

const parentSchema = z.object({
  kind: taskStatusKindSchema,
  end: z.string().nullable(),
  readAt: z.string().nullable(),
});

const upsertCapture = `INSERT INTO capture VALUES (:connectionId, :contractId, :taskId, :captureId, :position, :status, :kind, :start, :satellite, :fragment, :raw, :seenAt)
  ON CONFLICT DO UPDATE SET position = :position, status = :status, status_kind = :kind, start_at = :start,
    satellite = :satellite, fragment_id = :fragment, raw = :raw, seen_at = :seenAt`;

/** Creates the queries for the captures of one task and for that task; `at` has the parameters of its scope and its id. */
export function createCaptureRows({ store, now }: { store: Store; now: () => Date }) {
  return {
    /** Returns the captures as screens show them, in the service's sequence. */
    list: (at: Params): CaptureRow[] =>
      readableRows(
        store,
        captureRowSchema,
        `SELECT capture_id AS captureId, start_at AS start, satellite AS satelliteName, status, status_kind AS statusKind, fragment_id AS fragmentId
         FROM capture WHERE ${ofTask} ORDER BY position`,
        at,
      ).rows,
    /** Returns the captures by id, with the data that another answer is merged into. */
    stored: (at: Params): ReadonlyMap<string, StoredCapture> =>
      new Map(
        readableRows(
          store,
          storedSchema,
          `SELECT capture_id AS captureId, status_kind AS kind, status, raw FROM capture WHERE ${ofTask}`,
          at,
        ).rows.map((row) => [row.captureId, row]),
      ),
    /** Returns the fields of the task that its captures depend on; undefined if it is not stored. */
    task: (at: Params) =>
      store.get(
        parentSchema,
        `SELECT status_kind AS kind, end_at AS "end", captures_read_at AS readAt FROM task WHERE ${ofTask}`,
        at,
      ),
    /** Stores one capture. */
    put(
      at: Params,
      { parsed, raw }: Row<WireCapture>,
      row: { position: number; status: string; kind: string },
    ) {
      store.run(upsertCapture, {
        ...at,
        ...row,
        captureId: parsed.capture_id,
        start: isoTime(parsed.start),
        satellite: parsed.satellite_name,
        fragment: parsed.fragment_id,
        raw: JSON.stringify(raw),
        seenAt: now().toISOString(),
      });
    },
    /** Marks a capture as withdrawn: it will not be taken any more. */
    withdraw(at: Params, captureId: string) {
      store.run(`UPDATE capture SET status_kind = 'withdrawn' WHERE ${ofTask} AND capture_id = :captureId`, {
        ...at,
        captureId,
      });
    },
    /** Records in the task that its captures were fetched, how many there are, and whether all of them are final. */
    noteRead(at: Params, isFinished: boolean) {
      store.run(
        `UPDATE task SET captures_read_at = :readAt, captures_settled = :finished,
             capture_count = (SELECT count(*) FROM capture c WHERE ${ofThisTask} AND c.status_kind <> 'withdrawn'),
             published_count = (SELECT count(*) FROM capture c WHERE ${ofThisTask} AND c.status_kind = 'published')
           WHERE ${ofTask}`,
        { ...at, readAt: now().toISOString(), finished: isFinished ? 1 : 0 },
      );
    },
  };
}
