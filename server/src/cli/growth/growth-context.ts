import type { Site } from '#shared/site';
import type { Config } from '../../config.ts';
import type { Channels } from '../../load-channels.ts';
import type { CommandContext } from '../subcommands/subcommand.ts';

/** What the subcommands of `npm run growth` work with. */
export interface GrowthContext extends CommandContext {
  channels: Channels;
  config: Config;
  /** @throws StartError */
  loadSite(): Site;
}
