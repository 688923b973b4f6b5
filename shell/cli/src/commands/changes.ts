import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { Compiler } from '@rspack/core';

/** Tells the open pages of changes that no bundler exchanges by itself: texts and pictures. */
export interface Changes {
  /** Answers `GET /changes` of a page, for as long as it is open. */
  answer: (request: unknown, response: ServerResponse) => void;
  /** From now on tells what changes in this folder, once the development server at this address has it. */
  follow: (compiler: Compiler, folder: string, base: string) => void;
}

const kinds = { locales: 'texts', resources: 'pictures' };

/** Server-sent events, one line a change. */
export function openChanges(): Changes {
  const pages = new Set<ServerResponse>();
  return {
    answer(_request, response) {
      response.writeHead(200, {
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'no-cache',
        'Content-Type': 'text/event-stream',
      });
      response.flushHeaders();
      pages.add(response);
      response.once('close', () => pages.delete(response));
    },
    follow(compiler, folder, base) {
      compiler.hooks.done.tap('changes', () => {
        const changed = [...(compiler.modifiedFiles ?? []), ...(compiler.removedFiles ?? [])];
        for (const [part, kind] of Object.entries(kinds)) {
          const place = path.join(folder, part);
          if (!changed.some((file) => file === place || file.startsWith(place + path.sep)))
            continue;
          for (const page of pages) page.write(`data: ${JSON.stringify({ kind, base })}\n\n`);
        }
      });
    },
  };
}
