// `npm run draw [-- <what>]` draws the pictures that show the owner's site again; deleted pictures stay
// deleted.
import { readArgument } from '@portfolio/cli/usage';
import { drawCards } from './cards.ts';
import { drawIcons } from './icons.ts';
import { drawProjects } from './projects.ts';
import { drawScenes } from './scenes.ts';
import { drawScreenshots } from './screenshots.ts';

/** The order matters: each kind uses those before it. */
const all = new Map([
  ['scenes', drawScenes],
  ['icons', drawIcons],
  ['cards', drawCards],
  ['projects', drawProjects],
  ['screenshots', drawScreenshots],
]);

const names = [...all.keys()].join(', ');
const wanted = readArgument(
  'npm run draw --',
  'draws the pictures that show the mascot, the wall, the projects and the site itself',
  ['[what]', `one of ${names} (default: all, which builds the site and takes minutes)`],
);
if (wanted !== undefined && !all.has(wanted)) {
  console.error(`There is no "${wanted}" to draw, only ${names}.`);
  process.exit(1);
}
for (const [name, draw] of all) {
  if (wanted === undefined || wanted === name) await draw();
}
