import type { PreparedId } from '../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import { type PreparedIssue, preparedColumnSchema } from '../../../src-preload/contract/prepared.ts';
import { checkDemand, fieldIssues } from './checks/check-demand.ts';
import { checkExisting, checkRepeated } from './checks/check-existing.ts';
import { checkFarPlaces, checkPlace, checkPlaceNow } from './checks/check-place.ts';
import { type CheckedRow, issueOf, type PreparedCheckContext } from './checks/check-types.ts';
import { checkSun, checkWindow } from './checks/check-window.ts';
import { middleOf, type PreparedImage } from './prepared-image.ts';
import { requestOfPrepared } from './request-of-prepared.ts';

/** A stored row with its id. */
export interface IdentifiedImage {
  preparedId: PreparedId;
  version: number;
  image: PreparedImage;
}

/** The issues of a row. */
export interface RowIssues {
  preparedId: PreparedId;
  index: number;
  version: number;
  issues: PreparedIssue[];
}

/** The result of the checks of all rows. */
export interface CheckResult {
  /** The rows with issues. */
  rows: RowIssues[];
  /** The rows that can be sent. */
  ready: (IdentifiedImage & { input: CommandInput })[];
}

const isError = ({ severity }: PreparedIssue) => severity === 'error';

/**
 * Checks rows one by one, against each other, and against the tables of other domains. An error is something that the service would
 * refuse or that cannot be intended; anything that a user may intend is a warning. Errors come before warnings.
 */
export function checkPrepared(
  images: readonly IdentifiedImage[],
  context: PreparedCheckContext,
): CheckResult {
  const checked = images.map(({ preparedId, version, image }, index) => {
    const built = requestOfPrepared(image, context);
    const { values } = image;
    const row: CheckedRow = {
      preparedId,
      index,
      version,
      image,
      at: middleOf(image),
      outcomeId: null,
      startMs: Date.parse(values.start ?? ''),
      endMs: Date.parse(values.end ?? ''),
      ordered: image.kind === 'task' ? String(values.product ?? '') : values.sku,
      input: 'input' in built ? built.input : null,
    };
    return { row, refused: 'issues' in built ? fieldIssues(built.issues) : [] };
  });
  const rows = checked.map(({ row }) => row);
  const far = checkFarPlaces(rows);
  const repeated = checkRepeated(rows);
  const result: CheckResult = { rows: [], ready: [] };
  for (const { row, refused } of checked) {
    const amongRows = [far.get(row), repeated.get(row)].filter((issue) => issue !== undefined);
    const [unread] = preparedColumnSchema.options.filter(
      (column) => row.image.values.unread[column] !== undefined,
    );
    const all = [
      ...(unread === undefined ? [] : [issueOf('unread', { column: unread })]),
      ...checkPlace(row, context),
      ...checkPlaceNow(row, context),
      ...refused,
      ...checkDemand(row, context),
      ...checkWindow(row, context),
      ...amongRows,
      ...checkExisting(row, context),
      ...checkSun(row),
    ];
    const { preparedId, index, version, image, input } = row;
    const issues = [...all.filter(isError), ...all.filter((issue) => !isError(issue))];
    if (issues.length > 0) result.rows.push({ preparedId, index, version, issues });
    if (input !== null && !issues.some(isError)) result.ready.push({ preparedId, version, image, input });
  }
  return result;
}

/**
 * Returns groups of commands with the same cost: one of the commands, and their number. Each area is a group, because areas
 * differ in size.
 */
export function costGroups(inputs: readonly CommandInput[]): { input: CommandInput; count: number }[] {
  const groups = new Map<string, { input: CommandInput; count: number }>();
  for (const input of inputs) {
    const key = costKey(input);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { input, count: 1 });
  }
  return [...groups.values()];
}

function costKey(input: CommandInput): string {
  if (input.kind === 'task') {
    const { task_name: _name, project_name: _project, target: _target, ...cost } = input.request;
    return JSON.stringify(cost);
  }
  if (input.kind !== 'order' || input.request.geometry.type === 'Polygon') return JSON.stringify(input);
  const { order_name: _name, project_name: _project, ...cost } = input.request.properties;
  return JSON.stringify(cost);
}
