/** A queue in which senders take turns: none waits for all that another one has added. */
export interface RoundRobin<Item> {
  add(sender: string, item: Item): void;
  /** Removes an item of the sender whose turn it is. Undefined when nothing waits. */
  next(): Item | undefined;
  isEmpty(): boolean;
}

export function createRoundRobin<Item>(): RoundRobin<Item> {
  /** Items by sender, in the order in which senders are served. */
  const waiting = new Map<string, Item[]>();
  return {
    add(sender, item) {
      const items = waiting.get(sender) ?? [];
      waiting.set(sender, items);
      items.push(item);
    },
    next() {
      const [first] = waiting;
      if (!first) return undefined;
      const [sender, items] = first;
      const item = items.shift();
      waiting.delete(sender);
      if (items.length > 0) waiting.set(sender, items);
      return item;
    },
    isEmpty: () => waiting.size === 0,
  };
}
