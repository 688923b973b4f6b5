import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findFreePort } from './free-port.ts';
import { certificates } from './https.ts';
import { stopLater } from './stop-later.ts';
import { temporaryFolder } from './temporary-store.ts';
import { until } from './until.ts';

/** Starts nginx with the repository's `nginx.conf` in front of the sites on these ports. */
export async function startNginx(...sitePorts: number[]) {
  const folder = temporaryFolder();
  const [http, https] = [await findFreePort(), await findFreePort()];
  await writeFile(path.join(folder, 'nginx.conf'), await configure(folder, sitePorts, http, https));
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' });
  const plain = `http://127.0.0.1:${http}`;
  await until(() => fetch(plain, { redirect: 'manual' }).then(Boolean, () => false), 'it answers');

  return stopLater({
    plain,
    check: () => spawnSync('nginx', ['-t', '-p', folder, '-c', 'nginx.conf'], { encoding: 'utf8' }),
    /** Sends a request over HTTP/2 from a visitor's address. */
    async ask(headers: Record<string, string>, body?: string, localAddress = '127.0.0.1') {
      const how = { rejectUnauthorized: false, localAddress };
      const session = connect(`https://127.0.0.1:${https}`, how);
      const stream = session.request({ ':authority': 'www.example.com', ...headers });
      stream.end(body);
      const [received] = await once(stream, 'response');
      const [status, answer] = [received[':status'], await buffer(stream)];
      session.close();
      return { status, headers: received as Record<string, unknown>, body: answer };
    },
    async stop() {
      if (nginx.kill('SIGTERM')) await once(nginx, 'close');
    },
  });
}

/** Changes ports and certificate in the repository's file. */
async function configure(folder: string, sitePorts: number[], http: number, https: number) {
  const file = path.join(import.meta.dirname, '../../../api/ops/nginx.conf');
  const here = (await readFile(file, 'utf8'))
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replaceAll(
      /^ *server 127\.0\.0\.1:5037 max_fails=0;/gm,
      sitePorts.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' '),
    )
    .replace(/\S+fullchain\.pem/, `${certificates}/cert.pem`)
    .replace(/\S+privkey\.pem/, `${certificates}/key.pem`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${places} ${here} }`;
}
