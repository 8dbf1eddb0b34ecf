import type { Site } from '#shared/site';
import type { Config } from '../../config.ts';
import type { CommandContext } from '../subcommands/subcommand.ts';

export interface MailContext extends CommandContext {
  config: Config;
  /** @throws StartError */
  loadSite(): Site;
}
