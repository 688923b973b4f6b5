type Part = { stop: () => unknown };
type Hook = (act: () => unknown) => void;

// Journeys and the bench start the same parts, and stop them themselves.
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

/**
 * Under Jest: stops what a test starts when the test is over, also when it failed, and what a file
 * starts when all its tests are; the youngest first. What was stopped may be stopped again.
 */
export function stopLater<Started extends Part>(part: Started): Started {
  if (jest.afterAll) started.push(part);
  return part;
}
