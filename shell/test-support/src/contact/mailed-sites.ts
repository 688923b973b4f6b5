import { startSmtpServer } from '../smtp-server.ts';
import { quickTimings, startApi } from '../start-api.ts';
import { inventMessage, writeTo } from './write-to.ts';

/** A mail server, and APIs that send to it. */
export async function mailedSites() {
  const mailServer = await startSmtpServer();
  return {
    mailServer,
    start: (environment: Record<string, string> = {}, timings = quickTimings) =>
      startApi({ SMTP_URL: mailServer.url, RATE_LIMIT: 'off', ...environment }, timings),
    /** How many mails with this word came. */
    arrived: (word: string) => mailServer.mails.filter(({ raw }) => raw.includes(word)).length,
  };
}

/** Writes a message with this word. @returns what the visitor is answered. */
export async function send(site: { url: string }, word: string) {
  const response = await writeTo(site.url, inventMessage(word));
  return { status: response.status, body: await response.json() };
}
