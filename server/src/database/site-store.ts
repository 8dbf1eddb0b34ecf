import type { ListStore } from '../list/list-operations.ts';
import type { Store } from '../store/store.ts';

/** The whole store. A subject takes the methods that it uses of its own part; `Store` is what no subject has taken yet. */
export type SiteStore = Store & ListStore;
