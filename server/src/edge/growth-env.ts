import type { Access } from '#shared/growth';

/** What a request of the interface lets read; null without a session and a bearer token. */
export interface GrowthEnv {
  Variables: { access: Access | null };
}
