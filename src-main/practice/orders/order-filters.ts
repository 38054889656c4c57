import { filterOf } from '../http-toolkit.ts';
import { datetime, utc } from '../task-input.ts';
import type { DeliverableFilter, OrderFilter } from './order-book.ts';

/** A filter of the query cannot be read; the message says why. */
export class BadFilter extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** Returns a time of the query (ms); an unescaped plus arrives as a space. */
function instant(url: URL, field: string): number | null {
  const text = filterOf(url, field);
  if (text === null) return null;
  const read = datetime.safeParse(text.replace(/ (\d\d:?\d\d)$/, '+$1'));
  if (!read.success) throw new BadFilter(field, 'Enter a valid date/time.');
  return utc(read.data);
}

/** Reads `2026-10`, an interval `START/END`, or two times (service §4.11: a period). */
function periodOf(url: URL): DeliverableFilter['delivered'] {
  const text = filterOf(url, 'period');
  if (text === null) {
    const from = instant(url, 'delivered_at__gte');
    const to = instant(url, 'delivered_at__lt');
    return from === null && to === null
      ? null
      : { from: from ?? Number.NEGATIVE_INFINITY, to: to ?? Number.POSITIVE_INFINITY };
  }
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text);
  if (month) {
    const [year, number] = [Number(month[1]), Number(month[2])];
    return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
  }
  const [from, to] = text
    .split('/')
    .map((part) => datetime.safeParse(/T/.test(part) ? part : `${part}T00:00:00Z`));
  if (!from?.success || !to?.success) throw new BadFilter('period', 'Enter a month, or START/END.');
  return { from: utc(from.data), to: utc(to.data) };
}

const wholeNumber = (text: string | null) =>
  text === null ? null : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;

/** Returns the filter of a list of orders. @throws BadFilter */
export function orderFilter(url: URL): OrderFilter {
  const taskId = wholeNumber(filterOf(url, 'task_id'));
  if (Number.isNaN(taskId)) throw new BadFilter('task_id', 'Enter a number.');
  return {
    taskId,
    orderName: filterOf(url, 'order_name'),
    status: filterOf(url, 'status'),
    updatedSince: instant(url, 'updated_at__gte'),
  };
}

/** Returns the filter of a list of deliverables. @throws BadFilter */
export function deliverableFilter(url: URL): DeliverableFilter {
  return {
    // An unknown order has no deliverables.
    order: wholeNumber(filterOf(url, 'order_id')),
    status: filterOf(url, 'status'),
    updatedSince: instant(url, 'updated_at__gte'),
    delivered: periodOf(url),
  };
}
