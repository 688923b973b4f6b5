import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { inventMessage, writeTo } from '@portfolio/test-support/senders.ts';
import {
  bootThrowawayMachine,
  type ThrowawayMachine,
} from '@portfolio/test-support/throwaway-machine.ts';
import { until } from '@portfolio/test-support/until.ts';

const root = path.join(import.meta.dirname, '../..');
const operating = readFileSync(path.join(root, '.github/OPERATING.md'), 'utf8');

/** Its chapter “On a server”. */
const chapter = /^## On a server\n(.*?)^## /ms.exec(operating)?.[1] ?? '';
/** What root types there. */
const block = /^```sh\n(.*?)^```/ms.exec(chapter)?.[1] ?? '';

/** By the ports that the chapter names: the ones that are free here, since the network is this machine's. */
type Ports = Record<5037 | 5038 | 80 | 443, number>;

/** The words of the chapter with the ports of the site that are free here. */
function onFreePorts(words: string, ports: Ports): string {
  return words.replace(/\b503[78]\b/g, (port) => String(ports[Number(port) as 5037]));
}

/** What is cloned is this checkout as it stands, changes that are not committed included. */
async function layOrigin(machine: ThrowawayMachine): Promise<void> {
  const origin = `--git-dir=${machine.srv}/origin/.git`;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
  git('init', '--quiet', `${machine.srv}/origin`);
  git(origin, `--work-tree=${root}`, 'add', '--all');
  await machine.run(`
    git config --system user.name Pig && git config --system user.email pig@example.org
    git config --system url./srv/origin.insteadOf ${/git clone (\S+)/.exec(block)?.[1]}
    git -C /srv/origin commit --quiet --message 'The first version'
    git -C /srv/origin reset --quiet --hard
    rm -f /etc/nginx/sites-enabled/default
    systemctl start nginx`);
}

/** The block with what its comments leave to its reader, each file filled in. */
function fillIn(ports: Ports): string {
  const files: Record<string, string> = {
    '/etc/portfolio.env': "sed -i '/^SMTP_URL=/d' /etc/portfolio.env",
    '/etc/nginx/conf.d/portfolio.conf': `
      mkdir /etc/ssl/pig
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x \
        -keyout /etc/ssl/pig/privkey.pem -out /etc/ssl/pig/fullchain.pem
      sed -i -e 's#/etc/letsencrypt/live/www.example.com/#/etc/ssl/pig/#' \
        -e 's/^\\( *listen .*\\b\\)80;/\\1${ports[80]};/' -e 's/^\\( *listen .*\\b\\)443 /\\1${ports[443]} /' \
        -e 's/:5037 /:${ports[5037]} /' /etc/nginx/conf.d/portfolio.conf
      [ -s /proc/net/if_inet6 ] || sed -i '/\\[::\\]/d' /etc/nginx/conf.d/portfolio.conf`,
  };
  const lines = onFreePorts(block, ports).replace(
    /^(.* (\/etc\/\S+)) +# then fill it in$/gm,
    (_, line, file) => `${line}\n${files[file] ?? `false # fill what into ${file}?`}`,
  );
  const filled = lines.match(/^ *sed -i/gm)?.length ?? 0;
  if (filled !== Object.keys(files).length)
    throw new Error('The chapter fills in other files than this test does.');
  return lines;
}

const release = block.match(/^portfolio deploy --changed$/m)?.[0];

const booted = await bootThrowawayMachine();

(booted ? describe : describe.skip)('the chapter “On a server”, on a machine of its own', () => {
  const machine = booted as ThrowawayMachine;
  const ports: Ports = { 5037: 0, 5038: 0, 80: 0, 443: 0 };
  const site = () => `http://127.0.0.1:${ports[5037]}`;
  const service = () => `portfolio@${ports[5037]}`;
  const texts = async () => (await fetch(`${site()}/api/locales/en`)).text();

  beforeAll(async () => {
    for (const port of [5037, 5038, 80, 443] as const) ports[port] = await findFreePort();
    await layOrigin(machine);
  });
  afterAll(() => machine.stop());

  test('root runs it line by line', async () => {
    await machine.run(fillIn(ports));
    await untilAnswered(site());
  });

  test('the site answers, by nginx too, and is started again with the machine', async () => {
    const { status, headers } = await fetch(`http://127.0.0.1:${ports[80]}/contact`, {
      headers: { host: 'www.example.com' },
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([301, 'https://www.example.com/contact']);
    const options = { port: ports[443], path: '/home', rejectUnauthorized: false };
    const page = await new Promise<string>((resolve, reject) => {
      get(options, (answer) => answer.toArray().then((all) => resolve(all.join('')), reject));
    });
    expect(page).toContain('<link rel="canonical" href="https://www.example.com/home"');
    const enabled = await machine.run(`systemctl is-enabled ${service()} portfolio-backup.timer`);
    expect(enabled).toBe('enabled\nenabled\n');
  });

  test('its releases know their commit', async () => {
    const commit = await machine.run('git -C /srv/portfolio rev-parse --short HEAD');
    const listed = await machine.run(
      `cd /srv/portfolio && ${release?.replace('deploy --changed', 'releases --json')}`,
    );
    const named = JSON.parse(listed).map((line: { commit: string }) => line.commit);
    expect(new Set(named)).toEqual(new Set([commit.trim()]));
  });

  test('a message is kept where others on the machine cannot read it', async () => {
    const answer = await writeTo(site(), inventMessage('sty'));
    expect([answer.status, await answer.json()]).toEqual([200, true]);
    const readers = (who: string) =>
      machine.run(`sudo -u ${who} grep -rls 'the word is sty' /var/lib/portfolio/mail || true`);
    expect(await readers('portfolio')).toMatch(/\.eml$/m);
    expect(await readers('nobody')).toBe('');
    await expect(machine.run('sudo -u nobody cat /etc/portfolio.env')).rejects.toThrow('denied');
  });

  test('the service writes into its state and nowhere else, whatever the rights', async () => {
    const places = `/ /etc /home /opt /root /run /run/lock /srv /srv/portfolio /usr /usr/local /var
      /var/backups /var/backups/portfolio /var/lib /var/lib/portfolio /var/log`.split(/\s+/);
    const writable = await machine.run(`
      pid=$(systemctl show --property=MainPID --value ${service()})
      nsenter --target "$pid" --mount sh -c '
        for place in ${places.join(' ')}; do touch $place/pig 2>&- && echo $place; done
        rm /var/lib/portfolio/pig'`);
    expect(writable).toBe('/var/lib/portfolio\n');
  });

  test('the backup of the night is one that can be restored', async () => {
    await machine.run('systemctl start portfolio-backup');
    const copied = await machine.run('cd /var/backups/portfolio/20* && find . -maxdepth 1 | sort');
    expect(copied.split('\n')).toEqual(
      expect.arrayContaining(['./files', './mail', './outbox.sqlite', './site.sqlite']),
    );
    const [, lines = 'false'] =
      /^## Backup and restore\n.*?^```sh\n(.*?)^```/ms.exec(operating) ?? [];
    const time = (await machine.run('ls /var/backups/portfolio')).trim();
    await machine.run(`
      rm -r /var/lib/portfolio/files
      ${onFreePorts(lines.replaceAll('<time>', time), ports)}`);
    await untilAnswered(site());
  });

  test('a new version is live after the commands it needs', async () => {
    const [, pull = 'false', restart = 'false'] =
      /\*\*A new version\*\*: `(.*?)`, the line with `deploy --changed` again, and `(.*?)` when/.exec(
        chapter,
      ) ?? [];
    expect(await texts()).not.toContain('Ahoy!');
    await machine.run(`
      cd /srv/origin
      sed -i 's/title: Hello!/title: Ahoy!/' remote-home/locales/en.yaml
      git commit --quiet --all --message 'The second version'
      cd /srv/portfolio
      ${pull}
      ${release}`);
    expect(await texts()).toContain('Ahoy!');
    const process = () => machine.run(`systemctl show --property=MainPID ${service()}`);
    const before = await process();
    await machine.run(onFreePorts(restart, ports));
    await untilAnswered(site());
    expect(await process()).not.toBe(before);
  });

  test('a second process is a word', async () => {
    const second = /`(systemctl enable --now portfolio@5038)`/.exec(chapter)?.[1] ?? 'false';
    await machine.run(onFreePorts(second, ports));
    await untilAnswered(`http://127.0.0.1:${ports[5038]}`);
  });

  test('a machine that only serves needs few of the packages', async () => {
    const install = /`(npm install --omit=dev [^`]*)`/.exec(chapter)?.[1] ?? 'false';
    const port = await findFreePort();
    await machine.run(`
      git clone --quiet /srv/origin /srv/serving
      cd /srv/serving
      ${install}
      systemd-run --uid=portfolio --working-directory=$PWD \
        --setenv=DATA_DIR=/var/lib/portfolio --setenv=PORT=${port} $PWD/node_modules/.bin/node api/src/main.ts`);
    await untilAnswered(`http://127.0.0.1:${port}`);
    const count = async (folder: string) =>
      Number(
        await machine.run(
          `grep -c '^    "node_modules/' /srv/${folder}/node_modules/.package-lock.json`,
        ),
      );
    expect(await count('serving')).toBeLessThan((await count('portfolio')) / 5);
  });
});

function untilAnswered(site: string): Promise<void> {
  const answer = () => fetch(`${site}/home`).then(({ ok }) => ok);
  return until(() => answer().catch(() => false), `${site} answers`);
}
