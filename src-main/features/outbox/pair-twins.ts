/** Commands that may have arrived, and the tasks or orders at the service that could be theirs. */
export interface Pairing<C, R> {
  commands: readonly C[];
  remotes: readonly R[];
  fits: (command: C, remote: R) => boolean;
  /** Returns a number that is smaller the more likely the command created the remote. */
  distance: (command: C, remote: R) => number;
}

/** Returns the groups that are connected by `fits`. Most groups have one command or equal ones, because names usually differ. */
function connectedGroups<C, R>({
  commands,
  remotes,
  fits,
}: Pairing<C, R>): { commands: C[]; remotes: R[] }[] {
  const unassigned = { commands: new Set(commands), remotes: new Set(remotes) };
  const groups: { commands: C[]; remotes: R[] }[] = [];
  for (const first of commands) {
    if (!unassigned.commands.delete(first)) continue;
    const group = { commands: [first], remotes: [] as R[] };
    for (const command of group.commands) {
      for (const remote of unassigned.remotes) {
        if (!fits(command, remote)) continue;
        unassigned.remotes.delete(remote);
        group.remotes.push(remote);
        for (const other of unassigned.commands) {
          if (!fits(other, remote)) continue;
          unassigned.commands.delete(other);
          group.commands.push(other);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

/**
 * Returns which remote each command created, where there is no doubt. Among equal ones it does not matter which is which, as long
 * as the service has no more of them than were sent. If it has more, some were sent by somebody else, and none is paired.
 */
export function pairTwins<C, R>(pairing: Pairing<C, R>): Map<C, R> {
  const pairs = new Map<C, R>();
  for (const { commands, remotes } of connectedGroups(pairing)) {
    if (remotes.length > commands.length) continue;
    const order = remotes
      .map((remote) => ({
        remote,
        choices: commands.filter((command) => pairing.fits(command, remote)).length,
      }))
      // The remote that fits the fewest commands comes first, or it may be left without a pair.
      .sort((a, b) => a.choices - b.choices);
    for (const { remote } of order) {
      const [best] = commands
        .filter((command) => !pairs.has(command) && pairing.fits(command, remote))
        .sort((a, b) => pairing.distance(a, remote) - pairing.distance(b, remote));
      if (best !== undefined) pairs.set(best, remote);
    }
  }
  return pairs;
}
