import { expect, test } from '@jest/globals';
import { readPages } from '@portfolio/releases/store/prerendered-pages.ts';
import { publishOver } from '@portfolio/test-support/publishing-site.ts';
import {
  addTeam,
  describeContent,
  describeRelease,
  publishRequest,
} from '@portfolio/test-support/signed-requests.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi({ RATE_LIMIT: 'off', PUBLIC_URL: 'https://www.example.com' });

const navigation = 'b'.repeat(12);
const content = Buffer.from(
  JSON.stringify({ en: { html: '<main>Games</main>', css: '', stylesVersion: '6.0.0' } }),
);
const place = describeContent(content);
const publishing = async (section: string) => {
  const team = await addTeam(api.store, [section]);
  return publishOver(`http://127.0.0.1:${api.port}`, team);
};

test('a shell is published with the pages of its sections, so that no visitor waits for them', async () => {
  const over = await publishing('shell');
  const { release, contents } = describeRelease('shell', {
    ...shellFiles,
    'main.0a1b2c3d.mjs': 'export const shell = "new";',
  });
  const { games, shell } = api.releases;
  const layout = `${release.id}-${navigation}`;
  const gone = `games@${'f'.repeat(12)}`;
  contents.set('page', content);
  const published = await over.publish(release, contents, {
    live: shell?.id,
    sectionPages: { [`games@${games?.id}`]: { [layout]: place }, [gone]: { [layout]: place } },
  });
  expect(published).toMatchObject({ status: 200, says: { isLive: true } });
  const kept = await readPages(api.store, { name: 'games', id: games?.id ?? '', layout });
  expect(kept?.get('en')?.html).toBe('<main>Games</main>');
  const ofNobody = { name: 'games', id: 'f'.repeat(12), layout };
  expect(await readPages(api.store, ofNobody)).toBeUndefined();
});

test('pages of sections are refused under another shell, and from a section', async () => {
  const { games, home, shell } = api.releases;
  const other = describeRelease('shell').release;
  const shellKey = await publishing('shell');
  const under = (id: string) => ({ [`home@${home?.id}`]: { [`${id}-${navigation}`]: place } });
  const foreign = publishRequest(other, { sectionPages: under(shell?.id ?? '') });
  expect(await shellKey.say(foreign)).toMatchObject({
    status: 400,
    says: { error: expect.stringContaining('sectionPages are those of another shell') },
  });
  const gamesKey = await publishing('games');
  const { release } = describeRelease('games');
  for (const id of [release.id, shell?.id ?? '']) {
    const claimed = publishRequest(release, { live: games?.id, sectionPages: under(id) });
    expect((await gamesKey.say(claimed)).status).toBe(400);
  }
});

test('the preview of a shell may not add pages of sections', async () => {
  const { games, shell } = api.releases;
  const { release } = describeRelease('shell', { ...shellFiles, 'main.0a1b2c3d.mjs': '0' });
  const sectionPages = { [`games@${games?.id}`]: { [`${release.id}-${navigation}`]: place } };
  const over = await publishing('shell');
  const said = publishRequest(release, { live: shell?.id, isPreview: true, sectionPages });
  expect(await over.say(said)).toMatchObject({
    status: 400,
    says: { error: expect.stringContaining('are not taken with a preview') },
  });
});
