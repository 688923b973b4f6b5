import { hashName } from '@portfolio/releases/contents/integrity.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { readLog } from '@portfolio/releases/store/audit-log.ts';
import { listReleases } from '@portfolio/releases/store/list-releases.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import {
  addTeam,
  describeContent,
  describeRelease,
  publishRequest,
  type Team,
} from './signed-requests.ts';
import { sectionFiles } from './small-site.ts';
import { startSmallApi } from './start-api.ts';

/** Starts a small site, with a team that has a key for `games`. */
export async function startPublishingSite() {
  const api = await startSmallApi({
    RATE_LIMIT: 'off',
    UPLOAD_BYTES: '3000000',
    CONNECT_ORIGINS: 'https://api.example.com',
  });
  const { dataDir, store } = api;
  const withoutKeys: number[] = [];
  for (const [method, address] of [
    ['GET', '/api/releases'],
    ['POST', '/api/publishing'],
    ['PUT', '/api/publishing/x/y'],
    ['POST', '/api/publishing/x'],
  ] as const)
    withoutKeys.push((await api.ask(method, address, { 'Content-Length': '0' })).status);
  const team = await addTeam(store, ['games']);
  let turn = 0;
  return {
    api,
    dataDir,
    /** The statuses of the routes before there was a key. */
    withoutKeys,
    team,
    over: publishOver(api.url, team),
    liveIds: () => readLiveOf(store, 'games').ids,
    logged: () => readLog(store),
    another(files = {}, says = {}) {
      turn += 1;
      return {
        title: `Games ${turn}`,
        ...describeRelease('games', { ...sectionFiles('games', `Games ${turn}`), ...files }, says),
      };
    },
    inStore: async () => (await listReleases(store, 'games')).map(({ id }) => id),
    stop: api.stop,
  };
}

export interface Said {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever is said.
  says: any;
}

/** The single requests of a publication. */
export function publishOver(origin: string, team: Team) {
  const call = async (method: string, path: string, init: RequestInit = {}): Promise<Said> => {
    const answer = await fetch(origin + path, { method, ...init });
    const text = await answer.text();
    return { status: answer.status, says: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const post = ({ keyId, signature, bytes }: ReturnType<Team['sign']>) =>
    call('POST', '/api/publishing', {
      body: new Uint8Array(bytes),
      headers: { 'Portfolio-Key': keyId, 'Portfolio-Signature': signature },
    });
  return {
    post,
    say: (request: object) => post(team.sign(request)),
    put: (upload: string, hash: string, content: Uint8Array) =>
      call('PUT', `/api/publishing/${upload}/${hash}`, { body: new Uint8Array(content) }),
    commit: (upload: string) => call('POST', `/api/publishing/${upload}`),
    /** Announces a release and sends its missing contents, but does not commit. */
    async send(
      release: Release,
      contents: ReadonlyMap<string, Buffer>,
      changed: object = {},
    ): Promise<Said> {
      const begun = await post(team.sign(publishRequest(release, changed)));
      for (const { hash } of begun.says.missing ?? []) {
        const content = contentOf(release, contents, hash);
        if (content) await this.put(begun.says.upload, hash, content);
      }
      return begun;
    },
    async publish(
      release: Release,
      contents: ReadonlyMap<string, Buffer>,
      changed: object = {},
    ): Promise<Said> {
      const begun = await this.send(release, contents, changed);
      return begun.status === 201 ? this.commit(begun.says.upload) : begun;
    },
  };
}

function contentOf(
  { files }: Release,
  contents: ReadonlyMap<string, Buffer>,
  hash: string,
): Buffer | undefined {
  const [file = ''] = Object.entries(files).find(([, place]) => hashName(place) === hash) ?? [];
  // Pages are not among the release's files.
  const isIt = (content: Buffer) => hashName(describeContent(content)) === hash;
  return contents.get(file) ?? [...contents.values()].find(isIt);
}

/** Files of different contents, by their names. */
export function films(count: number, bytes: number, words = '') {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${at}.mp4`, Buffer.alloc(bytes, `${words}${at}`)]),
  );
}
