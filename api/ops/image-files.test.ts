import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { settings } from '../src/config.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readJson = (file: string) => JSON.parse(read(file));

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  environment?: Record<string, unknown>;
  build?: { context: string; dockerfile: string; target?: string };
  [key: string]: unknown;
}
const written = load(read('api/ops/compose.yaml')) as {
  services: Record<string, Service & { '<<'?: Service }>;
};
// YAML 1.1's merging, which compose knows and this parser does not.
const services: Record<string, Service> = Object.fromEntries(
  Object.entries(written.services).map(([name, { '<<': shared, ...own }]) => [
    name,
    { ...shared, ...own },
  ]),
);
const { site, commands, nginx } = services;

/** The instructions of the Containerfile, by the stage they belong to. */
const stages = Object.fromEntries(
  read('api/ops/Containerfile')
    .replace(/\\\n/g, ' ')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => [/ AS (\S+)/.exec(stage)?.[1] ?? '', stage.replace(/^#.*$/gm, '')]),
);
const word = (stage: string, instruction: string) =>
  new RegExp(`^${instruction} (.*)$`, 'm').exec(stages[stage] ?? '')?.[1] ?? '';
const copied = (stage = '') =>
  [...(stages[stage] ?? '').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );

test('what the images are made of, and what they start, is there', () => {
  const stageOf = (start: string) => word(start, 'CMD') + word(start, 'ENTRYPOINT');
  const scripts = ['site', 'commands'].map(
    (stage) => /"node", "(\S+\.ts)"/.exec(stageOf(stage))?.[1] ?? `nothing by ${stage}`,
  );
  const named = [...scripts, ...Object.keys(stages).flatMap(copied)];
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the image that serves has every workspace that the API imports, and installs for it', () => {
  const folders = new Map(
    ['api', 'shell/contract', 'shell/releases', 'shell/cli', 'shell/kit'].map((folder) => [
      readJson(`${folder}/package.json`).name as string,
      folder,
    ]),
  );
  const needed = new Set<string>(['api']);
  for (const folder of needed) {
    for (const name of Object.keys(readJson(`${folder}/package.json`).dependencies ?? {})) {
      if (name.startsWith('@portfolio/')) needed.add(folders.get(name) ?? name);
    }
  }
  expect(copied('site')).toEqual(expect.arrayContaining([...needed]));
  const manifests = [...needed].map((folder) => `${folder}/package.json`);
  expect(copied('packages-to-serve')).toEqual(expect.arrayContaining(manifests));
});

test('an image holds nothing that git must not hold', () => {
  const ignored = read('.dockerignore').split('\n');
  const lines = read('.gitignore').trim().split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', ...lines.map((line) => `**/${line.replace(/\/$/, '')}`)]),
  );
});

test('neither image is root, and the state is a volume of its own', () => {
  const state = /DATA_DIR=(\S+)/.exec(stages.system ?? '')?.[1];
  for (const stage of ['site', 'commands']) {
    expect(word(stage, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(word(stage, 'VOLUME').split(' ')).toContain(state);
  }
  for (const service of [site, commands])
    expect(service?.volumes).toEqual(expect.arrayContaining([`state:${state}`]));
});

test('npm is of the Node.js that the repository pins', () => {
  const [major] = readJson('package.json').dependencies.node.split('.');
  expect(read('api/ops/Containerfile')).toMatch(new RegExp(`^ARG NPM=\\S+/node:${major}-`, 'm'));
});

test('every setting reaches the containers, except where they live', () => {
  const own = ['PORT', 'HOST', 'DATA_DIR'];
  const passedOn = settings.filter((name) => !own.includes(name)).sort();
  for (const service of [site, commands])
    expect(Object.keys(service?.environment ?? {}).sort()).toEqual(passedOn);
});

test('no container may gain a right, or change a file that is not its state', () => {
  for (const [name, { read_only, cap_drop, security_opt, init }] of Object.entries(services))
    expect({ name, read_only, cap_drop, security_opt, init }).toEqual({
      name,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      init: true,
    });
});

test('compose builds the targets there are, and nginx finds the site where its file says', () => {
  for (const service of [site, commands]) {
    const { context = '', dockerfile = '', target = 'site' } = service?.build ?? {};
    expect(path.join(root, 'api/ops', context, dockerfile)).toBe(
      path.join(root, 'api/ops/Containerfile'),
    );
    expect(Object.keys(stages)).toContain(target);
  }
  // What is built when no target is named.
  expect(Object.keys(stages).at(-1)).toBe('site');
  const upstream = /^ *server (127\.0\.0\.1:\d+)[ ;]/m.exec(read('api/ops/nginx.conf'))?.[1];
  expect(nginx?.network_mode).toBe('host');
  expect(site?.ports).toEqual([`${upstream}:${word('site', 'EXPOSE')}`]);
});

test('a container has as long to stop as the service has', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('api/ops/portfolio@.service')) ?? [];
  expect(site?.stop_grace_period).toBe(`${seconds}s`);
});
