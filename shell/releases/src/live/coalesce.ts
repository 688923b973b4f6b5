/**
 * One look serves everybody who asks before it begins; those who ask while it is under way get the next
 * one. So nobody is told less than what was there when they asked, and many visitors share a look.
 */
export function shareLook<Seen>(look: () => Promise<Seen>): () => Promise<Seen> {
  let underway: Promise<unknown> = Promise.resolve();
  let next: Promise<Seen> | undefined;

  async function begin(): Promise<Seen> {
    await underway;
    next = undefined;
    const looking = look();
    underway = looking.catch(() => {});
    return looking;
  }

  return () => {
    next ??= begin();
    return next;
  };
}
