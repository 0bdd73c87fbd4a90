/** Asks for many things in messages of bounded size, one after another, and at least once. */
export async function inPages<Item, Reply>(
  items: readonly Item[],
  size: number,
  ask: (page: Item[]) => Promise<Reply>,
): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let at = 0; at === 0 || at < items.length; at += size) replies.push(await ask(items.slice(at, at + size)));
  return replies;
}
