/** Queues of several owners. The owners take turns, so that one with a long queue keeps nobody else waiting. */
export function createFairQueues<Owner, Item>() {
  /** The owner whose turn is next comes first. */
  const queues = new Map<Owner, Set<Item>>();
  return {
    add(owner: Owner, item: Item): void {
      const queue = queues.get(owner) ?? new Set();
      queues.set(owner, queue.add(item));
    },
    sizeOf: (owner: Owner): number => queues.get(owner)?.size ?? 0,
    isEmpty: (): boolean => [...queues.values()].every((queue) => queue.size === 0),
    /** Removes an item, if it is still waiting. */
    delete(item: Item): void {
      for (const queue of queues.values()) queue.delete(item);
    },
    /** Removes and returns the next item. */
    next(): Item | undefined {
      for (const [owner, queue] of queues) {
        const [item] = queue;
        if (item === undefined) continue;
        queue.delete(item);
        queues.delete(owner);
        queues.set(owner, queue);
        return item;
      }
      return undefined;
    },
    /** Removes and returns all items. */
    clear(): Item[] {
      const items = [...queues.values()].flatMap((queue) => [...queue]);
      queues.clear();
      return items;
    },
  };
}
