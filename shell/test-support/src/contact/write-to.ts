/** A message that was not written before, and the word by which it is found again in a mail. */
export function inventMessage(word: string) {
  return {
    firstName: 'Zoe',
    lastName: 'Miller',
    email: 'zoe@example.org',
    message: `Hello, the word is ${word}.`,
  };
}

/** Posts a body to the API at `site`. */
export function writeTo(site: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${site}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
