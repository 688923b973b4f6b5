/** Reads a blob, of which jsdom has no `text()`. */
export async function readJson(blob: Blob): Promise<unknown> {
  const reader = new FileReader();
  reader.readAsText(blob);
  await new Promise((resolve) => reader.addEventListener('load', resolve));
  return JSON.parse(String(reader.result));
}
