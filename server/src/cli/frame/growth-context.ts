import type { Site } from '#shared/site';
import type { Channels } from '../../reports/load-channels.ts';
import type { Config } from '../../settings/config.ts';
import type { CommandContext } from './subcommand.ts';

/** What the subcommands of `npm run growth` work with. */
export interface GrowthContext extends CommandContext {
  channels: Channels;
  config: Config;
  /** @throws StartError */
  loadSite(): Site;
}
