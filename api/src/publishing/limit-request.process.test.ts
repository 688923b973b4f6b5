import { beforeEach, expect, test } from '@jest/globals';
import { findUpload } from '@portfolio/releases/access/index.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import {
  films,
  publishOver,
  startPublishingSite,
} from '@portfolio/test-support/publishing-site.ts';
import {
  addTeam,
  describeRelease,
  moveRequest,
  publishRequest,
} from '@portfolio/test-support/signed-requests.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { commitUpload } from './commit-upload.ts';

const { api, over, liveIds, another } = await startPublishingSite();

let live: string;
beforeEach(async () => {
  live = liveIds()[0] ?? '';
});

test('a release that repeats one content under many names is counted as it would be stored', async () => {
  const film = Buffer.alloc(900_000, 'x');
  const films = Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.mp4`, film]));
  const { status, says } = await over.say(publishRequest(another(films).release, { live }));
  expect([status, says.error]).toEqual([413, expect.stringContaining('3000000 are allowed')]);
  const two = another({ '1.mp4': film, '2.mp4': film });
  expect((await over.publish(two.release, two.contents, { live })).status).toBe(200);
});

test('the previews of a section have a bound, and what is live can be deployed all the same', async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const { release, contents } = another({
      'film.mp4': Buffer.alloc(950_000, `${turn}`),
      'b.mp4': Buffer.alloc(950_000, `b${turn}`),
    });
    const answer = await over.publish(release, contents, { live, isPreview: true });
    statuses.push(answer.status);
    if (answer.status !== 200) expect(answer.says.error).toContain('npx portfolio releases prune');
  }
  expect(statuses).toEqual([200, 200, 200, 507]);
  const { release, contents } = another();
  expect((await over.publish(release, contents, { live })).status).toBe(200);
});

test('a release that was rolled back takes no room of the previews', async () => {
  const theirs = publishOver(api.url, await addTeam(api.store, ['news']));
  const describe = (title: string) =>
    describeRelease('news', {
      ...sectionFiles('news', title),
      ...films(2, 950_000, title),
    });
  const first = describe('a');
  let live: string | null = null;
  for (const { release, contents } of [first, ...['b', 'c', 'd'].map(describe)]) {
    expect((await theirs.publish(release, contents, { live })).status).toBe(200);
    if (live) {
      const back = moveRequest('roll back', first.release, release.id);
      expect((await theirs.say(back)).status).toBe(200);
    }
    live = first.release.id;
  }
  const { release, contents } = describe('e');
  const seen = { live, isPreview: true };
  expect((await theirs.publish(release, contents, seen)).status).toBe(200);
});

test('two processes that commit at once keep to the bound of the previews together', async () => {
  const team = await addTeam(api.store, ['music']);
  const theirs = publishOver(api.url, team);
  const seen = { live: null, isPreview: true };
  const uploads = await Promise.all(
    ['one', 'two', 'three'].map(async (title) => {
      const film = Buffer.alloc(800_000, title);
      const files = { ...sectionFiles('music', title), 'film.mp4': film };
      const { release, contents } = describeRelease('music', files);
      const { says } = await theirs.send(release, contents, seen);
      return findUpload(api.store, says.upload);
    }),
  );
  const commit = async (upload: (typeof uploads)[number]) => {
    if (!upload) throw new Error('There is no such upload.');
    return commitUpload(api.store, upload, { UPLOAD_BYTES: 1_000_000 });
  };
  const done = await Promise.allSettled(uploads.map(commit));
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

test('what is sent and never committed has a bound', async () => {
  const theirs = publishOver(api.url, await addTeam(api.store, ['films']));
  const statuses = new Set<number>();
  for (let turn = 0; turn < 4; turn += 1) {
    const files = { ...sectionFiles('films', `${turn}`), ...films(3, 900_000, `${turn} `) };
    const { release, contents } = describeRelease('films', files);
    const { says } = await theirs.say(publishRequest(release, { isPreview: true }));
    for (const [file, content] of contents) {
      const hash = hashName(release.files[file] ?? { integrity: '' });
      statuses.add((await theirs.put(says.upload, hash, content)).status);
    }
  }
  expect(statuses).toEqual(new Set([204, 507]));
});
