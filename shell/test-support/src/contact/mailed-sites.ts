import { startSmtpServer } from '../smtp-server.ts';
import { quickTimings, startApi } from '../start-api.ts';
import { stopAfterEach } from '../stop-after-each.ts';
import { inventMessage, writeTo } from './write-to.ts';

/** Gives each test a mail server of its own and APIs that send to it, stopped when it is over. */
export function prepareMailedSites() {
  const stopping = stopAfterEach();
  return async () => {
    const mailServer = stopping(await startSmtpServer());
    return {
      mailServer,
      start: async (environment: Record<string, string>, timings = quickTimings) =>
        stopping(
          await startApi({ SMTP_URL: mailServer.url, RATE_LIMIT: 'off', ...environment }, timings),
        ),
      /** How many mails with this word came. */
      arrived: (word: string) => mailServer.mails.filter(({ raw }) => raw.includes(word)).length,
    };
  };
}

/** Writes a message with this word. @returns what the visitor is answered. */
export async function send(site: { url: string }, word: string) {
  const response = await writeTo(site.url, inventMessage(word));
  return { status: response.status, body: await response.json() };
}
