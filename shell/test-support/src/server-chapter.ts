import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ThrowawayMachine } from './throwaway-machine.ts';

const root = path.join(import.meta.dirname, '../../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** The README's chapter “On a server”. */
export const chapter = /^## On a server\n(.*?)^## /ms.exec(readme)?.[1] ?? '';
/** What root types there. */
export const block = /^```sh\n(.*?)^```/ms.exec(chapter)?.[1] ?? '';

/** By the ports that the chapter names: the ones that are free here, since the network is this machine's. */
export type Ports = Record<5037 | 5038 | 80 | 443, number>;

/** The words of the chapter with the ports of the site that are free here. */
export function onFreePorts(words: string, ports: Ports): string {
  return words.replace(/\b503[78]\b/g, (port) => String(ports[Number(port) as 5037]));
}

/** What is cloned is this checkout as it stands, changes that are not committed included. */
export async function layOrigin(machine: ThrowawayMachine): Promise<void> {
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
export function fillIn(ports: Ports): string {
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
