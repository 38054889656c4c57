import type { CommandCandidate } from '../../src-preload/contract/outbox.ts';
import { AppError } from '../app-error.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import { evidenceOf, isSame } from './remote-evidence.ts';
import { listingOf, type Remote, remoteById, remotePages } from './remotes.ts';

/** What is known of a command that was handed over to another Nadir, or came from one. */
export interface HandedOver {
  /** When it was handed over first, in milliseconds of this computer's clock. */
  sinceMs: number;
  /** What a package has said: it was sent, by whom, when, and what it has become. */
  sent: { by: string; at: string; remoteId: string | null } | null;
}

/** Why a command is kept from being sent: somebody else has sent it, as far as can be seen. */
export interface SentElsewhere {
  error: AppError<'SENT_ELSEWHERE'>;
  candidates: CommandCandidate[];
}

/** Clocks of two computers differ. */
const slackMs = 15 * 60_000;
const mostCandidates = 20;

type SentElsewhereOptions = Parameters<typeof remotePages>[0] & {
  table: Pick<CommandTable, 'isLinked'>;
  /** Returns null for a command that was never handed over. */
  handedOver: (id: CommandRow['id']) => HandedOver | null;
};

/**
 * Creates the check before a command is sent that was handed over: the other Nadir may have sent it, and the second would be paid
 * for as well. It asks the listing that would show it, as the search for lost answers does, and returns null if nothing there can
 * be the same. What a package says was sent is asked for by its id, so that nothing is offered that the service does not have. A
 * command that was never handed over is not asked for. Throws the error of the service if it cannot be asked.
 */
export function createSentElsewhere(options: SentElsewhereOptions) {
  const { table, handedOver } = options;

  /** True for what may be this command, sent by somebody else: it has the same content, or was made after the hand-over. */
  function isSuspect(remote: Remote, row: CommandRow, sinceMs: number): boolean {
    if (remote.mirrors !== null || remote.differsFrom(row) === null) return false;
    return isSame(remote, row) || Number.isNaN(remote.createdMs) || remote.createdMs >= sinceMs - slackMs;
  }

  /** Returns what the service has with the id that a package names; undefined if it cannot be asked. */
  async function reported(
    row: CommandRow,
    { scope, kind }: NonNullable<ReturnType<typeof listingOf>>,
    id: string,
    signal: AbortSignal,
  ): Promise<CommandCandidate | null | undefined> {
    const remote = await remoteById(options, { scope, kind, id }, signal).catch(() => undefined);
    remote?.keep();
    return remote && evidenceOf(remote, row);
  }

  async function check(
    row: CommandRow,
    handed: HandedOver,
    signal: AbortSignal,
  ): Promise<SentElsewhere | null> {
    const listing = listingOf(row);
    if (listing === null) return null;
    const found: Remote[] = [];
    const ask = async () => {
      for await (const page of remotePages(options, listing, signal))
        for (const remote of page.remotes)
          if (
            isSuspect(remote, row, handed.sinceMs) &&
            !table.isLinked(listing.scope, listing.kind, remote.id)
          )
            found.push(remote);
    };
    // What a package has said holds without a network; what is at the service is then only evidence.
    if (handed.sent === null) await ask();
    else await ask().catch(() => undefined);
    if (found.length === 0 && handed.sent === null) return null;
    const first = found[0];
    for (const remote of found.slice(0, mostCandidates)) remote.keep();
    const candidates = found.slice(0, mostCandidates).map((remote) => evidenceOf(remote, row));
    const { sent } = handed;
    let isAbsent = false;
    if (sent !== null && sent.remoteId !== null && !candidates.some(({ id }) => id === sent.remoteId)) {
      const remote = await reported(row, listing, sent.remoteId, signal);
      if (remote === null) isAbsent = true;
      else
        candidates.unshift(
          remote ?? {
            ...{ id: sent.remoteId, name: row.name, project: row.project, createdAt: sent.at },
            ...{ older: false, differs: [], isUnchecked: true },
          },
        );
    }
    return {
      error: new AppError('SENT_ELSEWHERE', {
        kind: listing.kind,
        name: row.name,
        remoteId: handed.sent?.remoteId ?? first?.id ?? '',
        by: handed.sent?.by ?? '',
        at: handed.sent?.at ?? first?.createdAt ?? '',
        ...(isAbsent ? { isAbsent } : {}),
      }),
      candidates,
    };
  }

  /** Returns null at once for a command that was never handed over. */
  return (row: CommandRow, signal: AbortSignal): Promise<SentElsewhere | null> | null => {
    const handed = handedOver(row.id);
    return handed === null ? null : check(row, handed, signal);
  };
}

/** The check before a command is sent that was handed over. */
export type CheckSentElsewhere = ReturnType<typeof createSentElsewhere>;
