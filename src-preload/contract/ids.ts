import { z } from 'zod';

/** The id of a connection, a configured set of service addresses; made by Nadir, never by the service. */
export const connectionIdSchema = z.string().min(1).max(64).brand<'ConnectionId'>();
/** `cont.` + UUID (service §2.1); any non-empty text is accepted, because the service decides. */
export const contractIdSchema = z.string().min(1).max(200).brand<'ContractId'>();
/** An integer of the service (service §2.1). */
export const taskIdSchema = z.number().int().brand<'TaskId'>();
/** A UUID of the service, the `sceneset_id` of the scene query (service §2.7); any non-empty text is accepted. */
export const captureIdSchema = z.string().min(1).max(200).brand<'CaptureId'>();
/** The service's scene id (service §2.9). */
export const sceneIdSchema = z.string().min(1).max(300).brand<'SceneId'>();
/** The text of the service with its leading zeros; a number is converted to its digits (service §10.4). */
export const orderIdSchema = z.string().min(1).max(200).brand<'OrderId'>();
/** The row of a scene in the local library. */
export const librarySceneIdSchema = z.number().int().positive().brand<'LibrarySceneId'>();
/** The row of one file (raster or attachment) of a scene in the local library. */
export const libraryFileIdSchema = z.number().int().positive().brand<'LibraryFileId'>();
export const ruleIdSchema = z.string().min(1).max(64).brand<'RuleId'>();
/** The row of one of the user's own maps. It is also a part of the addresses of its tiles. */
export const mapSourceIdSchema = z
  .string()
  .regex(/^[0-9a-f]{12}$/)
  .brand<'MapSourceId'>();
/** The row of an area of such a map that is saved on this computer. */
export const mapAreaIdSchema = z
  .string()
  .regex(/^[0-9a-f]{12}$/)
  .brand<'MapAreaId'>();
export const submissionIdSchema = z.string().min(1).max(64).brand<'SubmissionId'>();
/** Made by Nadir. It stays the same on every computer that a place is handed over to. */
export const placeIdSchema = z.uuid().brand<'PlaceId'>();
/** The same for a list of places. */
export const placeListIdSchema = z.uuid().brand<'PlaceListId'>();
/** The same for a template of tasks and orders. */
export const templateIdSchema = z.uuid().brand<'TemplateId'>();
/** The same for a task or order that is prepared and not sent. */
export const preparedIdSchema = z.uuid().brand<'PreparedId'>();
export const rasterStyleIdSchema = z.uuid().brand<'RasterStyleId'>();

/** The same for a saved view of a list. */
export const viewIdSchema = z.uuid().brand<'ViewId'>();

/** The largest number of rows that a list can be asked for by their ids. */
export const mostNamed = 200;
/** The largest number of rows of a list that can be selected together. */
export const mostChosen = 200_000;

/** A connection and the active contract, which rows belong to; legacy connections have no contract (service §5.5). */
export const scopeSchema = z.object({
  connectionId: connectionIdSchema,
  contractId: contractIdSchema.nullable(),
});

/** Identifies a connection in Nadir's own database; no service knows it. */
export type ConnectionId = z.infer<typeof connectionIdSchema>;
/** Identifies a contract at the service (service §2.1). It is unique within a connection. */
export type ContractId = z.infer<typeof contractIdSchema>;
/** The number of a V1 task at the service (service §2.1). */
export type TaskId = z.infer<typeof taskIdSchema>;
/** Identifies a capture at the service, in V1 and V2 alike (service §2.7). */
export type CaptureId = z.infer<typeof captureIdSchema>;
/** The number of a V2 order, as text with its leading zeros (service §10.4). */
export type OrderId = z.infer<typeof orderIdSchema>;
/** The row of a scene in the local library. It exists only on this computer, unlike the service's `SceneId`. */
export type LibrarySceneId = z.infer<typeof librarySceneIdSchema>;
/** The row of one file of a scene in the local library. Downloads are identified by it, never by an address. */
export type LibraryFileId = z.infer<typeof libraryFileIdSchema>;
/** Identifies a download rule on this computer. */
export type RuleId = z.infer<typeof ruleIdSchema>;
/** Identifies one of the user's own maps on this computer. */
export type MapSourceId = z.infer<typeof mapSourceIdSchema>;
/** Identifies a saved area of such a map. */
export type MapAreaId = z.infer<typeof mapAreaIdSchema>;
/** Identifies a row of the outbox on this computer, before and after the service has given it a number. */
export type SubmissionId = z.infer<typeof submissionIdSchema>;
/** Identifies a place, on this computer and on every other one that it is handed over to. */
export type PlaceId = z.infer<typeof placeIdSchema>;
/** Identifies a list of places in the same way. */
export type PlaceListId = z.infer<typeof placeListIdSchema>;
/** Identifies a template in the same way. */
export type TemplateId = z.infer<typeof templateIdSchema>;
/** Identifies a prepared task or order in the same way. */
export type PreparedId = z.infer<typeof preparedIdSchema>;
/**
 * The connection and contract that rows belong to. `contractId` is null for legacy credentials, which have no
 * contracts (service §5.5).
 */
export type Scope = z.infer<typeof scopeSchema>;
/** Identifies a saved view of a list on this computer. */
export type ViewId = z.infer<typeof viewIdSchema>;
/** Identifies a saved style of rasters on this computer. */
export type RasterStyleId = z.infer<typeof rasterStyleIdSchema>;
