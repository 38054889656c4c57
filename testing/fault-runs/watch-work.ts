/**
 * The longest work of this thread without a turn of the loop, in time of the processor: a busy machine lets everybody wait,
 * and that is no hold of ours.
 */
export function watchWork(): () => number {
  let used = process.threadCpuUsage();
  let longest = 0;
  let ended = false;
  const measure = () => {
    const { user, system } = process.threadCpuUsage(used);
    used = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
  };
  const turn = () => {
    measure();
    if (!ended) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    ended = true;
    measure();
    return longest;
  };
}
