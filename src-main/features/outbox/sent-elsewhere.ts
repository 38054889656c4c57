import type { CommandCandidate } from '../../../src-preload/contract/outbox.ts';
import { AppError } from '../../core/app-error.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import { evidenceOf, isSame, type LookupTime } from './remote-evidence.ts';
import { listingOf, type Remote, remoteById, remotePages } from './remotes.ts';

/** What is stored about a command that was handed over to another Nadir, or came from one. */
export interface HandedOver {
  /** When it was first handed over, in milliseconds of this computer's clock. */
  sinceMs: number;
  /** What a package says about its sending: by whom, when, and which task or order it became. Null if no package says that it was sent. */
  sent: { by: string; at: string; remoteId: string | null } | null;
}

/** Why a command must not be sent: somebody else has probably sent it. */
export interface SentElsewhere {
  error: AppError<'SENT_ELSEWHERE'>;
  candidates: CommandCandidate[];
}

/** Clocks of two computers differ. */
const slackMs = 15 * 60_000;
const maxCandidates = 20;
/** The other Nadir has sent it at a time that no clock here knows. */
const unknownTime: LookupTime = { serviceMs: null, localMs: 0 };

type SentElsewhereOptions = Parameters<typeof remotePages>[0] & {
  table: Pick<CommandTable, 'isLinked'>;
  /** Returns null for a command that was never handed over. */
  handedOver: (id: CommandRow['id']) => HandedOver | null;
};

/**
 * Creates the check of a command that was handed over, before it is sent: the other Nadir may have sent it, and the second would be
 * paid for as well. The check searches the listing that would show the command, as the reconciler does, and resolves with null if
 * nothing in it can be the same. What a package says was sent is fetched by its id, so that nothing is offered that the service does
 * not have. Rejects with the error of the service if it cannot be asked.
 */
export function createSentElsewhere(options: SentElsewhereOptions) {
  const { table, handedOver } = options;

  /** Returns true if a remote may be this command, sent by somebody else: it has the same content, or was created after the hand-over. */
  function isSuspect(remote: Remote, row: CommandRow, sinceMs: number): boolean {
    if (remote.mirrors !== null) return false;
    if (isSame(remote, row)) return true;
    const differs = remote.differsFrom(row) ?? ['name'];
    const isNamesake = !differs.includes('name') && !differs.includes('project');
    return isNamesake && (Number.isNaN(remote.createdMs) || remote.createdMs >= sinceMs - slackMs);
  }

  /** Returns what the service has with the id that a package names; undefined if it cannot be asked. */
  async function findReported(
    row: CommandRow,
    { scope, kind }: NonNullable<ReturnType<typeof listingOf>>,
    id: string,
    signal: AbortSignal,
  ): Promise<CommandCandidate | null | undefined> {
    const remote = await remoteById(options, { scope, kind, id }, signal).catch(() => undefined);
    remote?.save();
    return remote && evidenceOf(remote, row, unknownTime);
  }

  async function check(
    row: CommandRow,
    handed: HandedOver,
    signal: AbortSignal,
  ): Promise<SentElsewhere | null> {
    const listing = listingOf(row);
    if (listing === null) return null;
    const suspects: Remote[] = [];
    const fetchSuspects = async () => {
      for await (const page of remotePages(options, listing, signal))
        for (const remote of page.remotes)
          if (
            isSuspect(remote, row, handed.sinceMs) &&
            !table.isLinked(listing.scope, listing.kind, remote.id)
          )
            suspects.push(remote);
    };
    // What a package says is enough without a network; what the service has is then only evidence.
    if (handed.sent === null) await fetchSuspects();
    else await fetchSuspects().catch(() => undefined);
    if (suspects.length === 0 && handed.sent === null) return null;
    const first = suspects[0];
    for (const remote of suspects.slice(0, maxCandidates)) remote.save();
    const candidates = suspects.slice(0, maxCandidates).map((remote) => evidenceOf(remote, row, unknownTime));
    const { sent } = handed;
    let isAbsent = false;
    if (sent !== null && sent.remoteId !== null && !candidates.some(({ id }) => id === sent.remoteId)) {
      const remote = await findReported(row, listing, sent.remoteId, signal);
      if (remote === null) isAbsent = true;
      else
        candidates.unshift(
          remote ?? {
            id: sent.remoteId,
            name: row.name,
            project: row.project,
            createdAt: sent.at,
            older: false,
            differs: [],
            isUnchecked: true,
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

/** What `createSentElsewhere` returns. */
export type CheckSentElsewhere = ReturnType<typeof createSentElsewhere>;
