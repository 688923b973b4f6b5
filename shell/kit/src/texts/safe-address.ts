// Beside the component that uses it: a change of a file with more than components reloads the page
// in development.
const protocols = ['http:', 'https:', 'irc:', 'ircs:', 'mailto:', 'xmpp:'];

/** The address of a link in a text, when its protocol is one of these; else nothing. */
export function safeAddress(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  return protocols.includes(new URL(address).protocol) ? address : undefined;
}
