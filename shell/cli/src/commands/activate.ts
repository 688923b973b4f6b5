import { moveTo } from '../deploy/move-to.ts';
import type { Usage } from '../usage.ts';

/** `portfolio activate <name> <id> --to <site>` */
export function define(command: Usage): void {
  command
    .argument('<name>', '"shell" or a section')
    .argument('<id>', 'the release')
    .requiredOption('--to <site>', 'the site, such as https://www.example.com')
    .action((name: string, id: string, { to }: { to: string }) => moveTo('activate', name, id, to));
}
