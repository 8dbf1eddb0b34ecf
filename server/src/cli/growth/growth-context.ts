import type { Site } from '#shared/site';
import type { Channels } from '../../channels.ts';
import type { Config } from '../../config.ts';
import type { CommandContext } from '../subcommands/subcommand.ts';

/** What the subcommands of `npm run growth` work with. */
export interface GrowthContext extends CommandContext {
  channels: Channels;
  config: Config;
  /** @throws StartError */
  loadSite(): Site;
}
