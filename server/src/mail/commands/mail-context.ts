import type { Site } from '#shared/site';
import type { CommandContext } from '../../cli/frame/subcommand.ts';
import type { Config } from '../../settings/config.ts';

export interface MailContext extends CommandContext {
  config: Config;
  /** @throws StartError */
  loadSite(): Site;
}
