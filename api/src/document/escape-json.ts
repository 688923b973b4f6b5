/** JSON as it stands in a script element: nothing in it can end the element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
