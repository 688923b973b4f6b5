import type { Command } from 'commander';
import { nameArgument } from '../project/project.ts';
import { type DeployOptions, deployAsAsked } from './deploy.ts';

/** `portfolio check [name]`: all of a deploy but storing. */
export function defineCheck(command: Command): void {
  command
    .argument('[name]', nameArgument)
    .option('--to <site>', 'for a site over HTTPS, such as https://www.example.com')
    .action((name: string | undefined, options: DeployOptions) =>
      deployAsAsked(name ? [name] : [], { ...options, isCheckOnly: true }),
    );
}
