type Part = { stop: () => unknown };
type Hook = (act: () => unknown) => void;

// Undefined in journeys and the bench, which stop the parts themselves.
const jest = globalThis as { beforeEach?: Hook; afterEach?: Hook; afterAll?: Hook };
const ofFile: Part[] = [];
const ofTest: Part[] = [];
let started = ofFile;

jest.beforeEach?.(() => {
  started = ofTest;
});
jest.afterEach?.(async () => {
  started = ofFile;
  await stopAll(ofTest);
});
jest.afterAll?.(() => stopAll(ofFile));

async function stopAll(parts: Part[]): Promise<void> {
  for (const part of parts.splice(0).reverse()) await part.stop();
}

/** Under Jest: stops a part after its test or file, the newest first. `stop` must allow a second call. */
export function stopLater<Started extends Part>(part: Started): Started {
  if (jest.afterAll) started.push(part);
  return part;
}
