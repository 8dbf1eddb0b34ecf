import type { Store } from '../../store/store.ts';

/**
 * Returns a function that runs `work` while this process holds the lease of the webhooks. It returns false while another
 * process holds it. The webhooks of one process, and what asks PostHog to delete, share the lease. So none waits while the
 * receiver of another is slow, and they take one connection of the database, not one for each URL.
 */
export function shareLease(store: Pick<Store, 'runAlone'>) {
  let holding: ReturnType<typeof take> | null = null;
  let before: Promise<void> = Promise.resolve();

  function take() {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let over = before;
    const held = new Promise<boolean>((resolve, reject) => {
      const hold = async () => {
        resolve(true);
        await released;
      };
      over = before.then(() => store.runAlone('webhooks', hold)).then(resolve, reject);
    });
    before = over;
    /** Whether this process holds the lease, and what resolves once it is free again. */
    return { held, users: 0, release, over };
  }

  return async (work: () => Promise<void>): Promise<boolean> => {
    holding ??= take();
    const mine = holding;
    mine.users += 1;
    try {
      if (!(await mine.held)) return false;
      await work();
      return true;
    } finally {
      mine.users -= 1;
      if (mine.users === 0) {
        if (holding === mine) holding = null;
        mine.release();
        await mine.over;
      }
    }
  };
}
