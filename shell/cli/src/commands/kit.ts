import { galleryOfKit } from '../project.ts';
import { repository } from '../repository.ts';
import type { Usage } from '../usage.ts';
import { develop, developAlone } from './dev.ts';

/** `portfolio kit` */
export function define(command: Usage): void {
  command.action(() =>
    repository ? develop([galleryOfKit.name], {}) : developAlone(undefined, galleryOfKit),
  );
}
