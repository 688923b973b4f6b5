import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer } from './answers.ts';

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).error === undefined;
}

/** nginx with one process, as Node.js has, that sends the recorded bodies from files. */
export function nginxCommand(answers: readonly Answer[], folder: string, port: number) {
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n  ');
  writeFileSync(
    file,
    `${asSelf()}daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  open_file_cache max=100;
  keepalive_requests 10000000;
  ${temporary}
  server {
    listen 127.0.0.1:${port};
${answers.map(locationOf).join('\n')}
  }
}
`,
  );
  return { file: 'nginx', args: ['-c', file, '-p', folder, '-e', path.join(folder, 'nginx.log')] };
}

/** Started by root, it would become a user who may not read the recorded files. */
function asSelf(): string {
  return process.getuid?.() === 0 ? 'user root;\n' : '';
}

/** Length and tag are nginx's own; all else is said as the API says it. */
function locationOf({ path: address, headers, body }: Answer): string {
  const { 'content-type': type, 'content-length': _, etag: __, ...others } = headers;
  const lines = Object.entries(others).map(([name, value]) => `add_header ${name} "${value}";`);
  return `    location = ${address} { alias ${body}; default_type "${type}"; ${lines.join(' ')} }`;
}
