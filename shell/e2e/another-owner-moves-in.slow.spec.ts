import { makeOver } from './another-owner/make-over.ts';
import { test } from './fixtures/fixtures.ts';
import { root, runAsTeam } from './fixtures/run.ts';

// Layers and unused exports are those of the first owner. Of the tests those that read texts, lists, pictures and
// palettes, and those of a new section.
const commands = `tsc -b shell tsconfig.sections.json --checkers 1
biome check --error-on-warnings .
npm run jest -- --selectProjects pages --runInBand --testPathPatterns remote- kit/src/styles
playwright test -c shell/e2e --project=another-owner --workers=1`;

test('nothing breaks by texts, lists, pictures and colours of another owner', async ({ team }) => {
  test.setTimeout(900_000);
  await makeOver(team);
  // What was released before is the first owner's.
  const ofFirst = { RELEASED_DATA_DIR: undefined, JOURNEY_STORE: undefined };
  const PATH = `node_modules/.bin:${process.env.PATH}`;
  const env = { ...ofFirst, PATH, FIRST_OWNER: root, JOURNEY_RESULTS: undefined };
  await runAsTeam(commands, { cwd: team.folder, env });
});
