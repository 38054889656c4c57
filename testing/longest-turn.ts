/**
 * Runs something and tells how long it held the loop at most, in milliseconds of this thread's processor time: what others do on
 * the machine meanwhile makes no difference to it.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let before = used();
  let next: NodeJS.Immediate | null = null;
  const probe = () => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
    next = setImmediate(probe);
  };
  next = setImmediate(probe);
  try {
    await run();
    // The turn that ended it counts too.
    longest = Math.max(longest, used() - before);
  } finally {
    clearImmediate(next);
  }
  return longest;
}
